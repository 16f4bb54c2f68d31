import { Button, Drawer, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import type { VoiceAgent } from '@parley/contract/agents';
import { numberNameMaxLength } from '@parley/contract/number-rules';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { agentListQuery, agentsKey } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { numbersKey, saveNumber } from '../../api/numbers.ts';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { CopyBox } from '../../components/copy-box.tsx';
import { toast } from '../../components/toasts.ts';

/** A select knows no null. */
const unassigned = 'unassigned';

type NumberDrawerProps = { number: PhoneNumber | undefined; onClose: () => void };

/** The settings of one number (NUM-3). */
export function NumberDrawer({ number, onClose }: NumberDrawerProps) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Drawer
      opened={number !== undefined}
      onClose={onClose}
      size={isPhone ? '100%' : 480}
      title={number && `Settings for ${formatNumberRow(number.phone)}`}
      styles={{ title: { fontSize: 20, fontWeight: 600, fontFamily: 'var(--mantine-font-family-headings)' } }}
    >
      {number && (
        <Stack gap="xl" pb="xl">
          <NumberForm key={number.id} number={number} onClose={onClose} />
          {number.sip_address !== null && <Address address={number.sip_address} />}
        </Stack>
      )}
    </Drawer>
  );
}

function NumberForm({ number, onClose }: { number: PhoneNumber; onClose: () => void }) {
  const cache = useQueryClient();
  const agents = useQuery(agentListQuery);
  const form = useForm({
    initialValues: {
      name: number.name,
      inbound: number.inbound_agent_id ?? unassigned,
      outbound: number.outbound_agent_id ?? unassigned,
    },
    validate: { name: (name) => (name.trim() === '' ? 'Give the number a name.' : null) },
  });
  const save = useMutation({
    mutationFn: ({ name, inbound, outbound }: typeof form.values) =>
      saveNumber(number.id, {
        name: name.trim(),
        inbound_agent_id: inbound === unassigned ? null : inbound,
        outbound_agent_id: outbound === unassigned ? null : outbound,
      }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: numbersKey });
      // The list of agents shows the numbers of each.
      void cache.invalidateQueries({ queryKey: agentsKey });
      toast.success(successToast('number_saved'));
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'number_not_saved') }),
  });
  const selectProps = {
    allowDeselect: false,
    searchable: true,
    nothingFoundMessage: 'No agents found.',
    maxDropdownHeight: 260,
    disabled: agents.isPending,
  };
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <AllowedFields permission="edit">
        <Stack gap="lg">
          <TextInput
            {...form.getInputProps('name')}
            label="Name"
            description="What you and your colleagues call this number."
            maxLength={numberNameMaxLength}
            data-autofocus
          />
          <Select
            {...form.getInputProps('inbound')}
            {...selectProps}
            label="Inbound agent"
            description="Answers the calls to this number."
            data={choicesOf(agents.data, number.inbound_agent_id)}
          />
          <Select
            {...form.getInputProps('outbound')}
            {...selectProps}
            label="Outbound agent"
            description="Calls with this number: people see it on their phone."
            data={choicesOf(agents.data, number.outbound_agent_id)}
          />
          {agents.isError && !agents.data && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              Failed to load agents
            </Text>
          )}
        </Stack>
      </AllowedFields>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Allowed permission="edit">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}

/** Only agents that are switched on, and the one that is chosen already (NUM-3). */
function choicesOf(agents: readonly VoiceAgent[] | undefined, chosenId: string | null) {
  const offered = (agents ?? []).filter(
    (agent) => agent.agent_state === 'active' || agent.agent_uuid === chosenId,
  );
  return [
    { value: unassigned, label: 'Unassigned' },
    ...offered.map((agent) => ({
      value: agent.agent_uuid,
      label: agent.agent_state === 'active' ? agent.agent_name : `${agent.agent_name} (switched off)`,
    })),
  ];
}

function Address({ address }: { address: string }) {
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        SIP address
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Ring it from a softphone, or let your telephone system send calls here.
      </Text>
      <CopyBox text={address} copyLabel="Copy the SIP address" />
    </section>
  );
}
