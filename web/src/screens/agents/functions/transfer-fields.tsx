import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { AgentFunction } from '@parley/contract/agent-functions';
import { keepDialable } from '@parley/contract/phone';
import { useState } from 'react';
import type { FunctionProblems } from './check-function.ts';

type TransferFunction = Extract<AgentFunction, { type: 'transfer_call' }>;
type TransferFieldsProps = {
  given: TransferFunction;
  problems: FunctionProblems;
  onChange: (change: Partial<TransferFunction>) => void;
};

/** Where a call is handed to, how, and which number the person there sees (FUNC-2). */
export function TransferFields({ given, problems, onChange }: TransferFieldsProps) {
  const { transfer_destination: to, transfer_option: option } = given;
  // Both stay, so that looking at the other way loses nothing.
  const [number, setNumber] = useState(to.type === 'predefined' ? to.number : '');
  const [prompt, setPrompt] = useState(to.type === 'inferred' ? to.prompt : '');
  const isStatic = to.type === 'predefined';
  return (
    <>
      <Radio.Group
        label="Destination"
        value={to.type}
        onChange={(type) =>
          onChange({
            transfer_destination:
              type === 'predefined' ? { type: 'predefined', number } : { type: 'inferred', prompt },
          })
        }
      >
        <Stack gap="xs" mt="xs">
          <Radio value="predefined" label="Static number" />
          <Radio
            value="inferred"
            label="Dynamic routing"
            description="The agent infers the number from instructions."
          />
        </Stack>
      </Radio.Group>
      {isStatic ? (
        <TextInput
          label="Number to transfer to"
          type="tel"
          inputMode="tel"
          placeholder="+14155550123"
          value={number}
          error={problems.number}
          onChange={({ currentTarget }) => {
            const kept = keepDialable(currentTarget.value);
            setNumber(kept);
            onChange({ transfer_destination: { type: 'predefined', number: kept } });
          }}
        />
      ) : (
        <Textarea
          label="Routing instructions"
          placeholder="Billing questions go to +14155550123, everything else to +14155550124."
          value={prompt}
          error={problems.prompt}
          maxLength={2_000}
          autosize
          minRows={3}
          maxRows={10}
          onChange={({ currentTarget }) => {
            setPrompt(currentTarget.value);
            onChange({ transfer_destination: { type: 'inferred', prompt: currentTarget.value } });
          }}
        />
      )}
      <Radio.Group
        label="Transfer type"
        value={option.type}
        onChange={(type) =>
          onChange({
            transfer_option: {
              ...option,
              type: type === 'warm_transfer' ? 'warm_transfer' : 'cold_transfer',
            },
          })
        }
      >
        <Stack gap="xs" mt="xs">
          <Radio value="cold_transfer" label="Cold transfer" description="The call is handed over at once." />
          <Radio
            value="warm_transfer"
            label="Warm transfer"
            description="The agent first tells the person what the call is about."
          />
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="Displayed number"
        value={option.show_transferee_as_caller ? 'transferee' : 'agent'}
        onChange={(shown) =>
          onChange({ transfer_option: { ...option, show_transferee_as_caller: shown === 'transferee' } })
        }
      >
        <Stack gap="xs" mt="xs">
          <Radio value="agent" label="The agent's number" />
          <Radio value="transferee" label="The transferee's number" />
        </Stack>
      </Radio.Group>
    </>
  );
}
