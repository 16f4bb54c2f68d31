import { ActionIcon, Button, Group, Input, Switch, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './integrations.module.css';
import {
  addOpening,
  copyToWorkdays,
  fromEndField,
  type Hours,
  openingLimit,
  toField,
  weekdays,
} from './opening-hours.ts';

type OpeningHoursProps = { hours: Hours; error: string | undefined; onChange: (hours: Hours) => void };

/** The week: each day closed, or open once or several times. */
export function OpeningHours({ hours, error, onChange }: OpeningHoursProps) {
  const setDay = (index: number, day: Hours[number]) =>
    onChange(hours.map((each, at) => (at === index ? day : each)));
  return (
    <div>
      <ul className={classes['week']}>
        {weekdays.map((name, index) => (
          <Day key={name} name={name} day={hours[index] ?? []} onChange={(day) => setDay(index, day)} />
        ))}
      </ul>
      {error !== undefined && (
        <Input.Error mt="xs" role="alert">
          {error}
        </Input.Error>
      )}
      <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => onChange(copyToWorkdays(hours))}>
        Use Monday's hours until Friday
      </Button>
    </div>
  );
}

type DayProps = { name: string; day: Hours[number]; onChange: (day: Hours[number]) => void };

function Day({ name, day, onChange }: DayProps) {
  const isOpen = day.length > 0;
  const set = (at: number, part: Partial<Hours[number][number]>) =>
    onChange(day.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <li className={classes['day']}>
      <Switch
        label={name}
        checked={isOpen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? addOpening([]) : [])}
      />
      <div className={classes['openings']}>
        {!isOpen && (
          <Text size="sm" c="dimmed" className={classes['closed'] ?? ''}>
            Closed
          </Text>
        )}
        {day.map((opening, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: openings have no name but their place.
          <Group key={at} gap={6} wrap="nowrap">
            <TextInput
              type="time"
              aria-label={`${name} from`}
              value={opening.from}
              onChange={({ currentTarget }) => set(at, { from: currentTarget.value })}
            />
            <span aria-hidden="true">–</span>
            <TextInput
              type="time"
              aria-label={`${name} until`}
              value={toField(opening.until)}
              onChange={({ currentTarget }) => set(at, { until: fromEndField(currentTarget.value) })}
            />
            {at > 0 ? (
              <ActionIcon
                aria-label={`Remove these hours of ${name}`}
                onClick={() => onChange(day.filter((_, index) => index !== at))}
              >
                <IconX size={17} />
              </ActionIcon>
            ) : (
              <ActionIcon
                aria-label={`Add hours on ${name}`}
                disabled={day.length >= openingLimit}
                onClick={() => onChange(addOpening(day))}
              >
                <IconPlus size={17} />
              </ActionIcon>
            )}
          </Group>
        ))}
      </div>
    </li>
  );
}
