import { Button, Text, Title } from '@mantine/core';
import type { FlightCheck } from '@parley/contract/campaigns';
import { useState } from 'react';
import { formatCount } from './campaign-words.ts';
import classes from './check.module.css';
import { formatClockIn, formatLocalClock, nameZone } from './local-clock.ts';

/** A long list is opened on demand. */
const shownAtFirst = 4;

/** Where the people are, what time it is there, and when they may be called next. */
export function CheckZones({ zones }: Pick<FlightCheck, 'zones'>) {
  const [isOpen, setOpen] = useState(false);
  if (zones.length === 0) return null;
  const shown = isOpen ? zones : zones.slice(0, shownAtFirst);
  return (
    <section>
      <Title order={3} size="h4" mb={6}>
        Where they are
      </Title>
      <ul className={classes['zones']}>
        {shown.map(({ time_zone: zone, contacts, local_time: local, next_slot: next }) => (
          <li key={zone}>
            <div>
              <Text fw={500}>{nameZone(zone)}</Text>
              <Text size="sm" c="dimmed" className="num">
                {formatLocalClock(local)} there now
              </Text>
            </div>
            <div>
              <Text className="num" ta="right">
                {formatCount(contacts)}
              </Text>
              <Text size="sm" c="dimmed" ta="right">
                {describeSlot(next, zone)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {zones.length > shown.length && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setOpen(true)}>
          Show all {zones.length} time zones
        </Button>
      )}
    </section>
  );
}

/** When people of a zone may be called, by their own clock. */
function describeSlot(next: string | null, zone: string): string {
  if (next === null) return 'never within the hours';
  if (Date.parse(next) <= Date.now()) return 'may be called now';
  return `from ${formatClockIn(next, zone)} their time`;
}
