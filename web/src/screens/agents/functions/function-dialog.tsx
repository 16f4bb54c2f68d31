import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { functionLimits } from '@parley/contract/agent-function-rules';
import type { AgentFunction } from '@parley/contract/agent-functions';
import { useState } from 'react';
import { CalendarGate } from './calendar-gate.tsx';
import { checkFunction, isOfCalendar } from './check-function.ts';
import { functionKinds, kindOf } from './function-kinds.ts';
import { TransferFields } from './transfer-fields.tsx';
import { WebhookFields } from './webhook-fields.tsx';

type FunctionDialogProps = {
  agentId: string;
  given: AgentFunction;
  otherNames: readonly string[];
  onDone: (done: AgentFunction) => void;
  onClose: () => void;
};

/** The form of one function (FUNC-1 to FUNC-5). Nothing is stored before the agent is saved. */
export function FunctionDialog(props: FunctionDialogProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const kind = kindOf(props.given);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={functionKinds[kind].label}
      size={kind === 'custom' || kind === 'custom_function' ? 720 : 'lg'}
      fullScreen={isPhone}
      closeOnClickOutside={false}
    >
      {kind === 'book_calendar' ? (
        <CalendarGate onClose={props.onClose}>
          <FunctionForm {...props} />
        </CalendarGate>
      ) : (
        <FunctionForm {...props} />
      )}
    </Modal>
  );
}

function FunctionForm({ agentId, given, otherNames, onDone, onClose }: FunctionDialogProps) {
  const [draft, setDraft] = useState(given);
  const [isChecked, setIsChecked] = useState(false);
  /** What is wrong with the parameters, which the form of them knows itself. */
  const [parameterProblem, setParameterProblem] = useState<string | null>(null);
  const problems = checkFunction(draft, otherNames);
  const shown = isChecked ? problems : {};
  const change = (next: Partial<AgentFunction>) => setDraft((now) => ({ ...now, ...next }) as AgentFunction);
  const isWebhook = 'url' in draft && !isOfCalendar(draft);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (Object.keys(problems).length > 0 || parameterProblem !== null) return;
        onDone({ ...draft, name: draft.name.trim() });
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The agent knows the function by it."
          value={draft.name}
          error={shown.name}
          maxLength={isOfCalendar(given) ? functionLimits.calendarNameLength : functionLimits.nameLength}
          data-autofocus
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="When the agent should use it."
          value={draft.description}
          error={shown.description}
          autosize
          minRows={2}
          maxRows={6}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        {draft.type === 'transfer_call' && (
          <TransferFields given={draft} problems={shown} onChange={change} />
        )}
        {isWebhook && 'url' in draft && (
          <WebhookFields
            agentId={agentId}
            given={draft}
            urlProblem={shown.url}
            parameterProblem={isChecked ? parameterProblem : null}
            onParameterProblem={setParameterProblem}
            onChange={change}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={draft.name.trim() === ''}>
          Save function
        </Button>
      </Group>
    </form>
  );
}
