import '@mantine/dates/styles.css';
import { Button, Group } from '@mantine/core';
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { countOf, formatDay } from './campaign-words.ts';

type DayPickerBase = {
  label: string;
  description?: string;
  required?: boolean;
  className?: string;
  error: ReactNode;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  from: string;
};

export type DayPickerProps = DayPickerBase & {
  clearable?: boolean;
  /** `YYYY-MM-DD` or empty. */
  value: string;
  onChange: (day: string) => void;
};

export type DaysPickerProps = DayPickerBase & {
  /** `YYYY-MM-DD` each. */
  value: readonly string[];
  onChange: (days: string[]) => void;
};

/** What every calendar of this folder has in common. */
const calendar = {
  leftSection: <IconCalendar size={18} stroke={1.7} aria-hidden="true" />,
  valueFormat: 'MMM D, YYYY',
  firstDayOfWeek: 1,
  // Days of other months, and weekends in red, are hard to read.
  hideOutsideDates: true,
  weekendDays: [],
  ariaLabels: { nextMonth: 'Next month', previousMonth: 'Previous month' },
  popoverProps: { withRoles: false },
} satisfies Partial<DatePickerInputProps>;

/** A day to choose from a calendar. */
export function DayPicker({ value, onChange, from, ...props }: DayPickerProps) {
  return (
    <DatePickerInput
      {...calendar}
      {...props}
      placeholder="Choose a day"
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      // The button that clears is out of the keyboard's reach: choosing the day again clears it too.
      allowDeselect={props.clearable === true}
      minDate={from}
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
    />
  );
}

/** Several days from one calendar; each stands below it and can be taken out, those that are over too. */
export function DaysPicker({ value, onChange, from, ...props }: DaysPickerProps) {
  const days = value.toSorted();
  const field = useRef<HTMLButtonElement>(null);
  return (
    <>
      <DatePickerInput
        {...calendar}
        {...props}
        ref={field}
        type="multiple"
        placeholder="Choose days"
        value={days}
        onChange={(chosen) => onChange(chosen.toSorted())}
        valueFormatter={() => (days.length === 0 ? '' : countOf(days.length, 'day'))}
        minDate={from}
      />
      {days.length > 0 && (
        <Group
          component="ul"
          gap={8}
          mt={10}
          p={0}
          m={0}
          aria-label={props.label}
          style={{ listStyle: 'none' }}
        >
          {days.map((day) => (
            <li key={day}>
              <Button
                variant="default"
                size="compact-sm"
                className="num"
                rightSection={<IconX size={14} aria-hidden="true" />}
                aria-label={`Take out ${formatDay(day)}`}
                onClick={() => {
                  onChange(days.filter((each) => each !== day));
                  // The button that was pressed is gone.
                  field.current?.focus();
                }}
              >
                {formatDay(day)}
              </Button>
            </li>
          ))}
        </Group>
      )}
    </>
  );
}
