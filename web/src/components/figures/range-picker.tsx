import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './figures.module.css';

type RangePickerProps = { from: string; to: string; onChange: (range: { from: string; to: string }) => void };

/** The longest range the server counts, in days. */
const longestDays = 366;

/** First and last day of a custom range. Told only when both are chosen. */
export function RangePicker({ from, to, onChange }: RangePickerProps) {
  const [choosing, setChoosing] = useState<[string | null, string | null]>();
  const first = choosing?.[0];
  return (
    <DatePickerInput
      type="range"
      label="From – to"
      className={classes['range'] ?? ''}
      leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden="true" />}
      value={choosing ?? [from, to]}
      allowSingleDateInRange
      valueFormat="MMM D, YYYY"
      firstDayOfWeek={1}
      // Days of other months, and weekends in red, are hard to read.
      hideOutsideDates
      weekendDays={[]}
      {...(first && { maxDate: addDays(first, longestDays - 1), minDate: addDays(first, 1 - longestDays) })}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      popoverProps={{ withRoles: false }}
      onChange={(value) => {
        const [start, end] = value;
        if (start && end) {
          setChoosing(undefined);
          onChange({ from: start, to: end });
        } else setChoosing(value);
      }}
      onDropdownClose={() => setChoosing(undefined)}
    />
  );
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
