import type { AgentFunction } from '@parley/contract/agent-functions';
import { isCalendarBooking } from '@parley/contract/agent-functions';
import type { OutsideTool } from '@parley/engine/interfaces/outside-tools';
import type { SpokenSentences } from '@parley/engine/interfaces/spoken-sentences';
import { CalendarError, type CalendarProblem, type ConnectedCalendar } from '../integrations/index.ts';

/** The calendar answers or gives up within 4.5 s; the engine waits a moment longer for the sentence that says so. */
const timeoutMs = 6_000;
const dayMs = 24 * 3_600_000;

const dateTime = (description: string) => ({ type: 'string', description, maxLength: 40 });

/** Free times, as language models take it. */
const checkParameters = {
  type: 'object',
  properties: {
    from: dateTime('Not before: ISO 8601 date or date and time. Leave it out for the next free times.'),
    until: dateTime('Not after: ISO 8601 date or date and time.'),
    time_zone: {
      type: 'string',
      description: "The person's time zone, IANA name, where they named one.",
      maxLength: 60,
    },
  },
};

/** What a booking asks for: the shape the specification stores. */
const bookParameters = {
  type: 'object',
  properties: {
    summary: { type: 'string', description: 'What the appointment is for, and with whom.', maxLength: 300 },
    dateTimeStart: dateTime('Start, ISO 8601 with offset, one of the free times.'),
    dateTimeEnd: dateTime('End, ISO 8601 with offset.'),
    attendees: {
      type: 'array',
      items: { type: 'string' },
      description: 'Email addresses, as far as they are known.',
    },
  },
  required: ['summary', 'dateTimeStart', 'dateTimeEnd', 'attendees'],
};

/** Whether the function looks into the calendar or books it. */
export function isCalendarFunction(given: AgentFunction): boolean {
  return given.type === 'check_calendar' || isCalendarBooking(given);
}

/** The function as the engine offers it. The model is told what time it is, where the calendar is. */
export function offerCalendarTool(
  given: AgentFunction,
  options: { toolName: string; timeZone: string; nowMs: number; words: SpokenSentences },
): OutsideTool {
  const isCheck = given.type === 'check_calendar';
  const now = new Intl.DateTimeFormat('en-US', {
    timeZone: options.timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(options.nowMs);
  const what = isCheck
    ? 'Tells free times of the calendar. Offer the person two or three of them.'
    : 'Books an appointment at a free time that the person has agreed to.';
  return {
    name: options.toolName,
    description: `${given.description === '' ? what : `${given.description} ${what}`} When the call began it was ${now} (${options.timeZone}).`,
    parameters: isCheck ? checkParameters : bookParameters,
    waitsForSpeech: false,
    timeoutMs,
    waitingWords: isCheck ? options.words.lookingAtCalendar : options.words.booking,
    speaksAfter: true,
  };
}

type CalendarOutcome = { result: string; record: string; isBooked: boolean };

/**
 * Looks for free times or books one. What went wrong is told in words that claim nothing; the record is the calendar's
 * answer without what the model is to do about it.
 */
export async function runCalendar(
  calendar: ConnectedCalendar | undefined,
  given: AgentFunction,
  run: { arguments: Readonly<Record<string, unknown>>; runKey: string },
  signal: AbortSignal,
): Promise<CalendarOutcome> {
  if (calendar === undefined) return describeProblem('not_connected');
  try {
    if (given.type === 'check_calendar') {
      const record = await checkCalendar(calendar, run.arguments, signal);
      const result = record === nothingFree ? `${nothingFree} Ask for another day.` : record;
      return { result, record, isBooked: false };
    }
    const startMs = toMs(run.arguments['dateTimeStart'], calendar.timeZone);
    const endMs = toMs(run.arguments['dateTimeEnd'], calendar.timeZone);
    if (startMs === undefined) throw new CalendarError('time_invalid');
    const booked = await calendar.book({
      startMs,
      ...(endMs !== undefined && { endMs }),
      summary: String(run.arguments['summary']),
      attendees: toTexts(run.arguments['attendees']),
      runKey: run.runKey,
      signal,
    });
    const record = `Booked from ${booked.startsAt} to ${booked.endsAt}.`;
    return { result: record, record, isBooked: true };
  } catch (error) {
    return describeProblem(error instanceof CalendarError ? error.problem : 'unavailable');
  }
}

async function checkCalendar(
  calendar: ConnectedCalendar,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<string> {
  const zone = toZone(given['time_zone']) ?? calendar.timeZone;
  const fromMs = toMs(given['from'], zone);
  const untilMs = toMs(given['until'], zone);
  const isWholeDay = /^\d{4}-\d{2}-\d{2}$/.test(String(given['until'] ?? ''));
  const slots = await calendar.freeSlots({
    ...(fromMs !== undefined && { fromMs }),
    // A date alone means all of that day.
    ...(untilMs !== undefined && { untilMs: isWholeDay ? untilMs + dayMs : untilMs }),
    customerTimeZone: zone,
    signal,
  });
  if (slots.length === 0) return nothingFree;
  return `Free times (${zone}):\n${slots.map((slot) => `- ${slot.spoken} (${slot.startsAt} to ${slot.endsAt})`).join('\n')}`;
}

const nothingFree = 'Nothing is free then.';
const notDone = 'Tell the person plainly that it could not be done; do not claim that it was.';

/** What went wrong, and what the model is to do then. */
const problems: Readonly<Record<CalendarProblem, readonly [record: string, instruction: string]>> = {
  not_connected: ['The calendar is not connected.', notDone],
  slot_taken: ['That time is taken.', 'Look for other free times and offer them.'],
  outside_hours: [
    'That time cannot be booked: it is outside the hours, too soon or too far away.',
    'Offer free times.',
  ],
  time_invalid: ['The times make no sense.', 'Give start and end in ISO 8601 with offset.'],
  unavailable: ['The calendar does not answer. Nothing is booked.', notDone],
  invalid_grant: ['The calendar has to be connected again by the staff.', notDone],
};

function describeProblem(problem: CalendarProblem): CalendarOutcome {
  const [record, instruction] = problems[problem];
  return { result: `${record} ${instruction}`, record, isBooked: false };
}

/** A time with offset as it is; one without is in the zone; a date is its midnight there. Undefined for anything else. */
function toMs(value: unknown, timeZone: string): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  try {
    return Temporal.Instant.from(value).epochMilliseconds;
  } catch {
    // It names no offset.
  }
  try {
    return Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

function toZone(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
