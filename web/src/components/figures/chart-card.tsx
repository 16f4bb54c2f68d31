import { ActionIcon, Card, Group, Table, Title, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './chart-card.module.css';

type ChartCardProps = {
  title: string;
  /** The same figures as a table, for who cannot or will not read a chart. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** The chart. */
  children: ReactNode;
};

/** A chart, and at a press the table it is drawn from. */
export function ChartCard({ title, columns, rows, children }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false);
  const label = isTable ? `Show ${title} as a chart` : `Show ${title} as a table`;
  return (
    <Card component="section" aria-label={title} className={classes['card'] ?? ''}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Tooltip label={isTable ? 'Chart' : 'Table'}>
          <ActionIcon my={-8} mr={-6} aria-label={label} onClick={() => setIsTable(!isTable)}>
            {isTable ? <IconChartBar size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      </Group>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className={classes['table']} aria-label={`${title} as a table`} tabIndex={0}>
          <Table verticalSpacing={6} className="num">
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <Table.Th key={column}>{column}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row[0]}>
                  {row.map((cell, at) => (
                    <Table.Td key={columns[at]}>
                      {typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ) : (
        children
      )}
    </Card>
  );
}
