import { Drawer, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Attempt } from '@parley/contract/campaigns';
import { endReasons } from '@parley/contract/end-reasons';
import { errorSentence } from '@parley/contract/errors';
import { formatNumberRow } from '@parley/contract/phone';
import { useQuery } from '@tanstack/react-query';
import { contactQuery } from '../../api/campaigns.ts';
import { dispositionLabels } from '../../components/call/labels.ts';
import { formatCallTime } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import classes from './campaigns.module.css';
import { ContactStanding, ContactTimes } from './contact-facts.tsx';
import { formatLocalClock, nameZone } from './local-clock.ts';
import { fieldName } from './wizard/field-name.ts';

type ContactDrawerProps = { campaignId: string; contactId: string | undefined; onClose: () => void };

/** One person: what is known, and why each call was placed, at which hour, by which number, with which agent. */
export function ContactDrawer({ campaignId, contactId, onClose }: ContactDrawerProps) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Drawer
      opened={contactId !== undefined}
      onClose={onClose}
      size={isPhone ? '100%' : 500}
      title="Contact"
      styles={{ title: { fontSize: 20, fontWeight: 600, fontFamily: 'var(--mantine-font-family-headings)' } }}
    >
      {contactId !== undefined && <History campaignId={campaignId} contactId={contactId} />}
    </Drawer>
  );
}

function History({ campaignId, contactId }: { campaignId: string; contactId: string }) {
  const answer = useQuery(contactQuery(campaignId, contactId));
  if (answer.isPending)
    return (
      <Stack gap="md" role="status" aria-label="Loading contact">
        <Skeleton height={70} radius="md" />
        <Skeleton height={140} radius="md" />
      </Stack>
    );
  if (!answer.data)
    return (
      <LoadFailed
        message={errorSentence('contacts_not_loaded')}
        isBusy={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  const { contact, attempts } = answer.data;
  const fields = sortFields(contact.fields);
  return (
    <Stack gap="xl" pb="xl">
      <div>
        {contact.name !== '' && (
          <Title order={2} size="h3" className={classes['words'] ?? ''}>
            {contact.name}
          </Title>
        )}
        <Text className="num" mb="sm">
          {formatNumberRow(contact.phone)}
        </Text>
        <ContactStanding contact={contact} />
        <div style={{ marginTop: 8 }}>
          <ContactTimes contact={contact} />
        </div>
      </div>
      <section>
        <Title order={3} size="h4">
          From the file
        </Title>
        <dl className={classes['facts']}>
          {fields.map(([field, value]) => (
            <Fact
              key={field}
              name={fieldName(field)}
              value={field === 'phone_number' ? formatNumberRow(contact.phone) : value}
            />
          ))}
          <Fact name="Time zone" value={nameZone(contact.time_zone)} />
          {contact.row_number !== null && <Fact name="Line" value={String(contact.row_number)} />}
        </dl>
      </section>
      <section>
        <Title order={3} size="h4" mb="sm">
          Calls
        </Title>
        {attempts.length === 0 && <Text c="dimmed">Nobody has called yet.</Text>}
        <ol className={classes['attempts']}>
          {attempts.map((attempt) => (
            <AttemptEntry key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </section>
    </Stack>
  );
}

/** Who it is comes first, then how to reach them, then the rest as the file has it. */
const firstFields = ['first_name', 'last_name', 'company_name', 'phone_number', 'email'];

function sortFields(fields: Readonly<Record<string, string>>): [string, string][] {
  const placeOf = (field: string) => firstFields.indexOf(field) + 1 || firstFields.length + 1;
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => placeOf(one) - placeOf(other));
}

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const { outcome, state, call_id: callId, agent_version: version } = attempt;
  const why = attempt.checks.find(({ check }) => check === 'Why');
  const checks = attempt.checks.filter((each) => each !== why);
  const result =
    outcome === null ? (state === 'ended' ? 'Ended' : 'On the line') : dispositionLabels[outcome];
  return (
    <li>
      <div className={classes['row-line']}>
        <Text fw={600}>
          Call {attempt.attempt}: {result}
        </Text>
        {callId !== null && (
          <LinkText to="/app/call-history" search={{ call: callId }} size="sm" className="nowrap">
            Open call
          </LinkText>
        )}
      </div>
      <dl className={classes['facts']}>
        {why && <Fact name="Why" value={why.result} />}
        <Fact name="When" value={formatCallTime(attempt.at)} />
        <Fact
          name="Their clock"
          value={`${formatLocalClock(attempt.local_time)}, ${nameZone(attempt.time_zone)}`}
        />
        <Fact name="From" value={formatNumberRow(attempt.from_number)} />
        <dt>Agent</dt>
        <dd>
          {attempt.agent_id === null || attempt.agent_name === '' ? (
            'A deleted agent'
          ) : (
            <LinkText to="/app/voice-agents/$id" params={{ id: attempt.agent_id }} inherit>
              {attempt.agent_name}
            </LinkText>
          )}
          {version !== null && ` · Version ${version}`}
        </dd>
        {attempt.end_reason !== null && <Fact name="End" value={endReasons[attempt.end_reason].label} />}
        {checks.map(({ check, result: found }) => (
          <Fact key={check} name={check} value={found} />
        ))}
      </dl>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
