import { Group, Text } from '@mantine/core';
import { useNow } from '../../components/use-now.ts';
import {
  DialledNumber,
  Health,
  NumberActions,
  NumberAgents,
  type NumberListProps,
  Verified,
} from './number-facts.tsx';
import classes from './numbers.module.css';

/** The numbers as cards, on screens too narrow for the columns. */
export function NumberCards({ numbers, healthOf, onEdit, onDelete }: NumberListProps) {
  const nowMs = useNow();
  return (
    <ul className={classes['cards']}>
      {numbers.map((number) => (
        <li key={number.id} className={classes['card']}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <div style={{ minWidth: 0 }}>
              <Text fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {number.name}
              </Text>
              <DialledNumber number={number} />
              <Verified number={number} nowMs={nowMs} />
              <Text size="sm" c="dimmed">
                {number.area}
              </Text>
            </div>
            <NumberActions number={number} onEdit={onEdit} onDelete={onDelete} />
          </Group>
          <NumberAgents number={number} />
          <Health health={healthOf(number)} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  );
}
