import { AgentFunction } from '@parley/contract/agent-functions';
import { expect, test } from 'vitest';
import { CalendarError, type CalendarProblem, type ConnectedCalendar } from '../integrations/index.ts';
import { runCalendar } from './run-calendar.ts';

const check = AgentFunction.parse({ id: '1', type: 'check_calendar', name: 'Check' });
const book = AgentFunction.parse({
  id: '2',
  type: 'custom',
  name: 'Book',
  url: 'https://voice.example/api/v1/webhooks/google-cal',
});
const { signal } = new AbortController();

function calendarOf(part: Partial<ConnectedCalendar>): ConnectedCalendar {
  return {
    timeZone: 'America/New_York',
    freeSlots: async () => [],
    book: () => Promise.reject(new CalendarError('unavailable')),
    cancel: async () => undefined,
    ...part,
  };
}
const run = (calendar: ConnectedCalendar | undefined, given: AgentFunction, args: Record<string, unknown>) =>
  runCalendar(calendar, given, { arguments: args, runKey: 'call_1-run-1' }, signal);

test('free times are asked in the zone of the person and told with the words to say', async () => {
  const asked: unknown[] = [];
  const calendar = calendarOf({
    freeSlots: async (question) => {
      asked.push(question);
      return [
        {
          startsAt: '2026-11-24T09:30:00-08:00',
          endsAt: '2026-11-24T10:00:00-08:00',
          spoken: 'Tuesday, November 24 at 9:30 AM',
        },
      ];
    },
  });
  const { result } = await run(calendar, check, {
    from: '2026-11-24',
    until: '2026-11-24',
    time_zone: 'America/Los_Angeles',
  });
  expect(asked).toEqual([
    {
      fromMs: Date.UTC(2026, 10, 24, 8),
      untilMs: Date.UTC(2026, 10, 25, 8),
      customerTimeZone: 'America/Los_Angeles',
      signal,
    },
  ]);
  expect(result).toContain('- Tuesday, November 24 at 9:30 AM (2026-11-24T09:30:00-08:00');
  expect((await run(calendarOf({}), check, { time_zone: 'Middle-earth' })).result).toContain(
    'Nothing is free',
  );
});

test('an appointment is booked once under the name of its run, times without offset in the zone of the calendar', async () => {
  const booked: unknown[] = [];
  const calendar = calendarOf({
    book: async (appointment) => {
      booked.push(appointment);
      return { bookingId: 'b', startsAt: '2026-11-24T09:30:00-05:00', endsAt: '2026-11-24T10:00:00-05:00' };
    },
  });
  const outcome = await run(calendar, book, {
    summary: 'Check-up of Ada',
    dateTimeStart: '2026-11-24T09:30:00',
    dateTimeEnd: '2026-11-24T15:00:00Z',
    attendees: ['ada@example.com', 7],
  });
  expect(booked).toEqual([
    {
      startMs: Date.UTC(2026, 10, 24, 14, 30),
      endMs: Date.UTC(2026, 10, 24, 15),
      summary: 'Check-up of Ada',
      attendees: ['ada@example.com'],
      runKey: 'call_1-run-1',
      signal,
    },
  ]);
  expect(outcome).toMatchObject({ isBooked: true, result: expect.stringContaining('Booked from') });
});

test.each<[CalendarProblem, RegExp]>([
  ['slot_taken', /taken/],
  ['outside_hours', /cannot be booked/],
  ['unavailable', /Nothing is booked.*do not claim/],
  ['invalid_grant', /connected again.*do not claim/],
  ['not_connected', /not connected.*do not claim/],
])('a booking that fails with %s claims nothing', async (problem, words) => {
  const calendar = calendarOf({ book: () => Promise.reject(new CalendarError(problem)) });
  const outcome = await run(calendar, book, { summary: 'x', dateTimeStart: '2026-11-24T09:30:00Z' });
  expect(outcome.isBooked).toBe(false);
  expect(outcome.result).toMatch(words);
  expect(outcome.record).not.toMatch(/Tell the person|do not claim|Offer|Give/);
  expect(outcome.result.startsWith(outcome.record)).toBe(true);
});

test('without a calendar, or with times that are none, nothing is booked', async () => {
  expect((await run(undefined, book, {})).result).toContain('not connected');
  expect((await run(calendarOf({}), book, { dateTimeStart: 'soon' })).result).toContain('make no sense');
});
