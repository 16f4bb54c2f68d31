import { ActionIcon, Badge, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { contactCan, contactReasonLabels, contactStateLabels } from '@parley/contract/campaign-rules';
import type { Contact } from '@parley/contract/campaigns';
import { formatNumberRow } from '@parley/contract/phone';
import { IconPhoneOutgoing, IconUserMinus } from '@tabler/icons-react';
import { Allowed, Refused } from '../../components/allowed.tsx';
import { formatCallTime } from '../../components/format.ts';
import classes from './campaigns.module.css';

export type ContactListProps = {
  contacts: readonly Contact[];
  onOpen: (contact: Contact) => void;
  onRetry: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
};

const colors: Readonly<Record<Contact['state'], string>> = {
  waiting: 'blue',
  calling: 'coral',
  done: 'pine',
  failed: 'gray',
  do_not_call: 'red',
  removed: 'gray',
};

/** Name and number: they open what happened. */
export function ContactName({ contact, onOpen }: Pick<ContactListProps, 'onOpen'> & { contact: Contact }) {
  const number = formatNumberRow(contact.phone);
  return (
    <UnstyledButton id={contactButtonId(contact.id)} onClick={() => onOpen(contact)} aria-haspopup="dialog">
      <Text component="span" display="block" fw={600} className={classes['words'] ?? ''}>
        {contact.name === '' ? number : contact.name}
      </Text>
      {contact.name !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" className="num nowrap">
          {number}
        </Text>
      )}
    </UnstyledButton>
  );
}

/** The focus returns to it when the history closes. */
export const contactButtonId = (id: string): string => `contact-${id}`;

/** Where the contact is, and why. */
export function ContactStanding({ contact }: { contact: Contact }) {
  return (
    <div>
      <Badge color={colors[contact.state]}>{contactStateLabels[contact.state]}</Badge>
      <Text size="sm" c="dimmed" mt={4}>
        {contactReasonLabels[contact.reason]}
      </Text>
    </div>
  );
}

/** When it is called next, or was called last. */
export function ContactTimes({ contact }: { contact: Contact }) {
  const { attempts, next_at: next, last_at: last } = contact;
  return (
    <div>
      <Text className="num">
        {attempts === 0 ? 'Not called yet' : `${attempts} ${attempts === 1 ? 'call' : 'calls'}`}
      </Text>
      {next !== null && contact.state === 'waiting' && (
        <Text size="sm" c="dimmed" className="num">
          Next: {Date.parse(next) <= Date.now() ? 'as soon as a line is free' : formatCallTime(next)}
        </Text>
      )}
      {last !== null && contact.state !== 'waiting' && (
        <Text size="sm" c="dimmed" className="num">
          Last: {formatCallTime(last)}
        </Text>
      )}
    </div>
  );
}

/** Call again, and take off; with the reason where its state does not allow it. */
export function ContactActions({
  contact,
  onRetry,
  onRemove,
}: Omit<ContactListProps, 'contacts' | 'onOpen'> & { contact: Contact }) {
  const name = contact.name === '' ? formatNumberRow(contact.phone) : contact.name;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Act
        label={`Call ${name} again`}
        tip="Call again"
        refusal={contactCan.retry(contact) ? undefined : refusalOf(contact)}
        onClick={() => onRetry(contact)}
      >
        <IconPhoneOutgoing size={19} stroke={1.7} />
      </Act>
      <Act
        label={`Take ${name} off the campaign`}
        tip="Take off the campaign"
        refusal={contactCan.remove(contact) ? undefined : refusalOf(contact)}
        onClick={() => onRemove(contact)}
      >
        <IconUserMinus size={19} stroke={1.7} />
      </Act>
    </Group>
  );
}

function refusalOf({ state }: Contact): string {
  if (state === 'waiting') return 'It is going to be called already.';
  if (state === 'calling') return 'It is on the line now.';
  if (state === 'do_not_call') return 'It stands on your do-not-call list.';
  return 'It was taken off already.';
}

type ActProps = {
  label: string;
  tip: string;
  refusal: string | undefined;
  onClick: () => void;
  children: React.ReactNode;
};

function Act({ label, tip, refusal, onClick, children }: ActProps) {
  if (refusal !== undefined)
    return (
      <Refused reason={refusal}>
        <ActionIcon aria-label={label}>{children}</ActionIcon>
      </Refused>
    );
  return (
    <Allowed permission="edit">
      <Tooltip label={tip}>
        <ActionIcon aria-label={label} onClick={onClick}>
          {children}
        </ActionIcon>
      </Tooltip>
    </Allowed>
  );
}
