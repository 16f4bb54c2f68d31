import { Table } from '@mantine/core';
import classes from './campaigns.module.css';
import {
  ContactActions,
  type ContactListProps,
  ContactName,
  ContactStanding,
  ContactTimes,
} from './contact-facts.tsx';

/** The people of a campaign as a table, where there is room for one. */
export function ContactTable({ contacts, onOpen, ...actions }: ContactListProps) {
  return (
    <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Contact</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Calls</Table.Th>
          <Table.Th ta="right">Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {contacts.map((contact) => (
          <Table.Tr key={contact.id}>
            <Table.Td>
              <ContactName contact={contact} onOpen={onOpen} />
            </Table.Td>
            <Table.Td>
              <ContactStanding contact={contact} />
            </Table.Td>
            <Table.Td>
              <ContactTimes contact={contact} />
            </Table.Td>
            <Table.Td>
              <ContactActions contact={contact} {...actions} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The people as cards, on screens too narrow for the columns. */
export function ContactCards({ contacts, onOpen, ...actions }: ContactListProps) {
  return (
    <ul className={classes['cards']}>
      {contacts.map((contact) => (
        <li key={contact.id} className={classes['card']}>
          <div className={classes['row-line']}>
            <ContactName contact={contact} onOpen={onOpen} />
            <ContactActions contact={contact} {...actions} />
          </div>
          <ContactStanding contact={contact} />
          <ContactTimes contact={contact} />
        </li>
      ))}
    </ul>
  );
}
