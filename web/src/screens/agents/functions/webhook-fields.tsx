import { Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { functionLimits } from '@parley/contract/agent-function-rules';
import type { WebhookFunction } from '@parley/contract/agent-functions';
import { HeaderFields } from './header-fields.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { TryFunction } from './try-function.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Where the function does not say, as the server has it. */
const usualTimeoutMs = 10_000;

type WebhookFieldsProps = {
  agentId: string;
  given: WebhookFunction;
  urlProblem: string | undefined;
  parameterProblem: string | null;
  onParameterProblem: (problem: string | null) => void;
  onChange: (change: Partial<WebhookFunction>) => void;
};

/** The address a function asks, with what, and how the agent speaks around it (FUNC-5). */
export function WebhookFields({ given, onChange, ...props }: WebhookFieldsProps) {
  return (
    <>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <Select
          label="Method"
          w={110}
          data={[...methods]}
          value={given.method}
          allowDeselect={false}
          onChange={(picked) => {
            const method = methods.find((each) => each === picked);
            if (method) onChange({ method });
          }}
        />
        <TextInput
          label="URL"
          type="url"
          placeholder="https://example.com/orders"
          value={given.url}
          error={props.urlProblem}
          maxLength={functionLimits.urlLength}
          flex={1}
          onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      </Group>
      <ParameterFields
        parameters={given.parameters}
        problem={props.parameterProblem}
        onProblem={props.onParameterProblem}
        onChange={(parameters) => onChange({ parameters })}
      />
      <HeaderFields headers={given.headers ?? {}} onChange={(headers) => onChange({ headers })} />
      <Stack gap="xs">
        <Switch
          label="Speak during execution"
          description="The agent says something while it waits."
          checked={given.speak_during_execution}
          onChange={({ currentTarget }) => onChange({ speak_during_execution: currentTarget.checked })}
        />
        <Switch
          label="Speak after execution"
          description="The agent tells what came back."
          checked={given.speak_after_execution}
          onChange={({ currentTarget }) => onChange({ speak_after_execution: currentTarget.checked })}
        />
      </Stack>
      <NumberInput
        label="Time-out in seconds"
        w={180}
        min={1}
        max={30}
        clampBehavior="strict"
        allowDecimal={false}
        value={(given.timeout_ms ?? usualTimeoutMs) / 1_000}
        onChange={(seconds) => {
          if (typeof seconds === 'number' && seconds >= 1) onChange({ timeout_ms: seconds * 1_000 });
        }}
      />
      <TryFunction agentId={props.agentId} given={given} />
    </>
  );
}
