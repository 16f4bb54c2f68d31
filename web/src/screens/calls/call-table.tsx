import { Table } from '@mantine/core';
import {
  CallAgent,
  type CallListProps,
  CallNumber,
  Direction,
  Duration,
  EndReason,
  rowButtonId,
  SentimentBadge,
} from './call-row.tsx';
import classes from './calls.module.css';

/** CALLS-2: narrower than this the table scrolls. */
const tableMinWidth = 900;

/** The log as a table. While a call's details stand beside it, the columns repeated there make room. */
export function CallTable({ calls, openCallId, onOpen }: CallListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes['scroller']} aria-label="Call log" tabIndex={0}>
      <Table
        highlightOnHover
        verticalSpacing={15}
        horizontalSpacing="lg"
        className={classes['table'] ?? ''}
        style={{ '--table-min-width': `${tableMinWidth}px` }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Direction</Table.Th>
            <Table.Th>From Number</Table.Th>
            <Table.Th>To Number</Table.Th>
            <Table.Th className={classes['roomy'] ?? ''}>AI Agent</Table.Th>
            <Table.Th>Duration</Table.Th>
            <Table.Th className={classes['roomy'] ?? ''}>Sentiment</Table.Th>
            <Table.Th className={classes['roomy'] ?? ''}>End Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((call) => (
            <Table.Tr
              key={call.id}
              className={classes['row'] ?? ''}
              data-open={call.id === openCallId || undefined}
              onClick={() => onOpen(call.id)}
            >
              <Table.Td>
                <button
                  type="button"
                  id={rowButtonId(call.id)}
                  className={classes['row-button']}
                  aria-expanded={call.id === openCallId}
                >
                  <Direction direction={call.direction} />
                </button>
              </Table.Td>
              <Table.Td>
                <CallNumber call={call} side="from" />
              </Table.Td>
              <Table.Td>
                <CallNumber call={call} side="to" />
              </Table.Td>
              <Table.Td className={classes['roomy'] ?? ''}>
                <CallAgent call={call} />
              </Table.Td>
              <Table.Td>
                <Duration call={call} />
              </Table.Td>
              <Table.Td className={classes['roomy'] ?? ''}>
                <SentimentBadge sentiment={call.user_sentiment} />
              </Table.Td>
              <Table.Td className={classes['roomy'] ?? ''}>
                <EndReason call={call} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
