import { MultiSelect, type MultiSelectProps, Select, type SelectProps, Text } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { campaignLimits } from '@parley/contract/campaign-rules';
import { errorSentence } from '@parley/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { agentListQuery } from '../../api/agents.ts';
import { numberListQuery } from '../../api/numbers.ts';
import { findNumbers, type NumberChoice, numberChoice } from './choose-number.ts';

type CallerSelectProps = Omit<SelectProps, 'data'> & {
  /** What is chosen already, which is offered even when it is switched off. */
  chosenId?: string | null;
};

/** The agent that calls: those that are switched on, outbound ones first (WIZ-4). */
export function AgentSelect({ chosenId = null, ...props }: CallerSelectProps) {
  const agents = useQuery(agentListQuery);
  return (
    <div>
      <Select
        label="AI agent"
        placeholder="Choose an agent"
        {...props}
        data={agentGroups(agents.data ?? [], chosenId)}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No agents found."
        maxDropdownHeight={280}
        disabled={agents.isPending}
      />
      {agents.isError && !agents.data && <Failed message={errorSentence('campaign_agents_not_loaded')} />}
    </div>
  );
}

function agentGroups(agents: readonly VoiceAgent[], chosenId: string | null) {
  const offered = agents.filter(
    (agent) =>
      agent.agent_uuid === chosenId || (agent.agent_state === 'active' && agent.published_version !== null),
  );
  const items = (type: VoiceAgent['agent_type']) =>
    offered
      .filter((agent) => agent.agent_type === type)
      .map((agent) => ({
        value: agent.agent_uuid,
        label: agent.agent_state === 'active' ? agent.agent_name : `${agent.agent_name} (switched off)`,
      }));
  return [
    { group: 'Outbound', items: items('outbound') },
    { group: 'Incoming', items: items('inbound') },
  ].filter((group) => group.items.length > 0);
}

/** The number people see when they are called; found by name or number (WIZ-4). */
export function NumberSelect({ chosenId: _, ...props }: CallerSelectProps) {
  const numbers = useQuery(numberListQuery);
  const choices = (numbers.data ?? []).map(numberChoice);
  return (
    <div>
      <Select
        label="Phone number"
        placeholder="Choose a number"
        {...props}
        data={choices}
        filter={({ search }) => findNumbers(choices, search)}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No phone numbers found."
        maxDropdownHeight={280}
        disabled={numbers.isPending}
      />
      {numbers.isError && !numbers.data && <Failed message={errorSentence('numbers_not_loaded')} />}
    </div>
  );
}

type NumbersSelectProps = Omit<MultiSelectProps, 'data'> & {
  /** Those of the campaign, to be named before the list of all numbers is there. */
  chosen?: readonly NumberChoice[];
  /** A number that is chosen elsewhere. */
  exceptId?: string | null;
};

/** The numbers a campaign calls with, found by name or number. */
export function NumbersSelect({ chosen = [], exceptId = null, ...props }: NumbersSelectProps) {
  const numbers = useQuery(numberListQuery);
  const known = numbers.data?.map(numberChoice) ?? [...chosen];
  const choices = known.filter(({ value }) => value !== exceptId);
  return (
    <div>
      <MultiSelect
        label="Phone numbers"
        description="Of several, each person is called with the one nearest to their own number."
        {...props}
        placeholder={props.value?.length ? '' : (props.placeholder ?? 'Choose a number')}
        data={choices}
        // Those that are picked are no options any more.
        filter={({ options, search }) =>
          findNumbers(
            choices.filter(({ value }) => options.some((each) => 'value' in each && each.value === value)),
            search,
          )
        }
        searchable
        hidePickedOptions
        // On a phone the field where one types stays beside what is chosen.
        styles={{ inputField: { minWidth: 40 } }}
        maxValues={campaignLimits.numbers - (exceptId === null ? 0 : 1)}
        nothingFoundMessage="No phone numbers found."
        maxDropdownHeight={280}
        disabled={numbers.isPending}
      />
      {numbers.isError && !numbers.data && <Failed message={errorSentence('numbers_not_loaded')} />}
    </div>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
      {message}
    </Text>
  );
}
