import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type DayPickerProps = {
  label: string;
  description?: string;
  required?: boolean;
  clearable?: boolean;
  className?: string;
  error: ReactNode;
  /** `YYYY-MM-DD` or empty. */
  value: string;
  onChange: (day: string) => void;
  /** The first day that can be chosen. */
  from: string;
};

/** A day to choose from a calendar. */
export function DayPicker({ value, onChange, from, ...props }: DayPickerProps) {
  return (
    <DatePickerInput
      {...props}
      placeholder="Choose a day"
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      // The button that clears is out of the keyboard's reach: choosing the day again clears it too.
      allowDeselect={props.clearable === true}
      minDate={from}
      leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden="true" />}
      valueFormat="MMM D, YYYY"
      firstDayOfWeek={1}
      // Days of other months, and weekends in red, are hard to read.
      hideOutsideDates
      weekendDays={[]}
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
      popoverProps={{ withRoles: false }}
    />
  );
}
