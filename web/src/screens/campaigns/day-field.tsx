import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayPickerProps, DaysPickerProps } from './day-picker.tsx';

// The calendar is heavy: it comes when a form asks for a day.
const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }));
const DaysPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DaysPicker }));

/** A day to choose, as in `DayPicker`. */
export function DayField(props: DayPickerProps) {
  return (
    <Suspense fallback={<Skeleton height={60} radius="md" />}>
      <DayPicker {...props} />
    </Suspense>
  );
}

/** Several days to choose, as in `DaysPicker`. */
export function DaysField(props: DaysPickerProps) {
  return (
    <Suspense fallback={<Skeleton height={84} radius="md" />}>
      <DaysPicker {...props} />
    </Suspense>
  );
}

/** Today in a time zone, `YYYY-MM-DD`. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format();
}
