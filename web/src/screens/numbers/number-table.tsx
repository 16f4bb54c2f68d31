import { Table, Text } from '@mantine/core';
import { useNow } from '../../components/use-now.ts';
import {
  DialledNumber,
  Health,
  NumberActions,
  NumberAgents,
  type NumberListProps,
  Verified,
} from './number-facts.tsx';

/** The numbers as a table (NUM-1), where there is room for one. */
export function NumberTable({ numbers, healthOf, onEdit, onDelete }: NumberListProps) {
  const nowMs = useNow();
  return (
    <Table highlightOnHover verticalSpacing="md" horizontalSpacing="lg">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Number</Table.Th>
          <Table.Th>Area</Table.Th>
          <Table.Th>Agents</Table.Th>
          <Table.Th className="nowrap">Last 30 days</Table.Th>
          <Table.Th ta="right">Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbers.map((number) => (
          <Table.Tr key={number.id}>
            <Table.Td maw={220}>
              <Text fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {number.name}
              </Text>
            </Table.Td>
            <Table.Td>
              <DialledNumber number={number} />
              <Verified number={number} nowMs={nowMs} />
            </Table.Td>
            <Table.Td maw={170}>{number.area}</Table.Td>
            <Table.Td maw={260}>
              <NumberAgents number={number} />
            </Table.Td>
            <Table.Td>
              <Health health={healthOf(number)} nowMs={nowMs} />
            </Table.Td>
            <Table.Td>
              <NumberActions number={number} onEdit={onEdit} onDelete={onDelete} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
