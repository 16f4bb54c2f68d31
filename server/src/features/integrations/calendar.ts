import type { CalendarSettings } from '@parley/contract/integrations';
import { bookAppointment, cancelAppointment, type NewAppointment } from './book-appointment.ts';
import { listBookings } from './booking-queries.ts';
import { CalendarError, toCalendarError } from './calendar-error.ts';
import type { OpenIntegration } from './grants.ts';
import type { IntegrationsParts } from './index.ts';
import { findIntegration } from './queries.ts';
import { bookableRange, listFreeSlots } from './slots.ts';
import type { Interval, VendorCalendar } from './vendor.ts';

/** Longest that a call waits for the calendar, in ms: after that the agent says that it cannot look. */
export const callLimitMs = 4_500;
/** The vendor is asked for so much time at once, in ms: it refuses ranges of more than a few months. */
const windowMs = 31 * 24 * 3_600_000;

/** A time that can be booked. */
export type FreeSlot = {
  /** ISO 8601 with the offset of the zone asked for. */
  startsAt: string;
  endsAt: string;
  /** To be said: `Tuesday, November 24 at 9:30 AM`. */
  spoken: string;
};

export type FreeSlotsQuestion = {
  /** Not before, in ms since 1970. Default now. */
  fromMs?: number;
  /** Not after. Default the horizon of the settings. */
  untilMs?: number;
  /** IANA name; default the calendar's. */
  customerTimeZone?: string;
  /** Default 6. */
  limit?: number;
  signal?: AbortSignal;
};

/** The calendar of a workspace, as calls use it. Each call of it ends within 4.5 s, and throws CalendarError only. */
export type ConnectedCalendar = {
  readonly timeZone: string;
  freeSlots(question?: FreeSlotsQuestion): Promise<FreeSlot[]>;
  /**
   * Books a time: checked against the calendar once more, written once per `runKey`, never together with another.
   * When it throws, nothing stays booked: what may have been written all the same is taken back.
   */
  book(appointment: NewAppointment): Promise<{ bookingId: string; startsAt: string; endsAt: string }>;
  /** Takes an appointment back; does nothing when it is gone. */
  cancel(bookingId: string): Promise<void>;
};

/** What works with the calendar of one workspace, read anew for each use. */
export type CalendarUse = {
  integration: OpenIntegration;
  calendar: VendorCalendar;
  settings: CalendarSettings;
};

/** The connected calendar of an integration, with functions bound to it. */
export function openCalendar(parts: IntegrationsParts, opened: CalendarUse): ConnectedCalendar {
  const { platform, nowMs } = parts;
  const { workspaceId, id } = opened.integration.row;

  /** Settings and grant as they are now: a call may last longer than both. */
  const findUse = async (): Promise<CalendarUse> => {
    const row = await findIntegration(platform.db.queries, workspaceId, id);
    const use = row && toCalendarUse(parts.openIntegration(row));
    if (use === undefined) throw new CalendarError('not_connected');
    return use;
  };

  const guarded = async <Result>(work: (use: CalendarUse) => Promise<Result>): Promise<Result> => {
    try {
      return await work(await findUse());
    } catch (error) {
      throw toCalendarError(error);
    }
  };

  return {
    timeZone: opened.settings.time_zone,
    freeSlots: (question = {}) =>
      guarded(async (use) => {
        const limited = AbortSignal.timeout(callLimitMs);
        const signal = question.signal ? AbortSignal.any([limited, question.signal]) : limited;
        const slots = await findFreeSlots(parts, use, { ...question, signal, nowMs: nowMs() });
        const zone = question.customerTimeZone ?? use.settings.time_zone;
        return slots.map((slot) => toFreeSlot(slot, zone));
      }),
    book: (appointment) => guarded((use) => bookAppointment(parts, use, appointment)),
    cancel: (bookingId) => guarded((use) => cancelAppointment(parts, use, bookingId)),
  };
}

/** Undefined when it is no calendar. */
export function toCalendarUse(integration: OpenIntegration | undefined): CalendarUse | undefined {
  const calendar = integration?.vendor.calendar;
  const settings = integration?.row.settings;
  if (integration === undefined || calendar === undefined || settings?.kind !== 'calendar') return undefined;
  return { integration, calendar, settings };
}

/** Asks the vendor for busy times a month at a time, until there are enough free ones. */
async function findFreeSlots(
  { platform, grants }: IntegrationsParts,
  { integration, calendar, settings }: CalendarUse,
  question: FreeSlotsQuestion & { signal: AbortSignal; nowMs: number },
): Promise<Interval[]> {
  const { nowMs, signal, limit = 6 } = question;
  const bookable = bookableRange(settings, nowMs);
  const startMs = Math.max(bookable.startMs, question.fromMs ?? bookable.startMs);
  const endMs = Math.min(bookable.endMs, question.untilMs ?? bookable.endMs);
  const bufferMs = settings.buffer_minutes * 60_000;
  const slots: Interval[] = [];
  for (let fromMs = startMs; fromMs < endMs && slots.length < limit; fromMs += windowMs) {
    const untilMs = Math.min(fromMs + windowMs, endMs);
    const range = { startMs: fromMs - bufferMs, endMs: untilMs + bufferMs };
    const own = await listBookings(platform.db.queries, { integrationId: integration.row.id, ...range });
    const busy = await grants.use(integration, signal, (token) =>
      calendar.listBusy(token, { ...range, calendarIds: busyCalendarIds(settings) }, signal),
    );
    slots.push(
      ...listFreeSlots({
        rules: settings,
        busy: [...busy, ...own],
        nowMs,
        fromMs,
        untilMs,
        limit: limit - slots.length,
      }),
    );
  }
  return slots;
}

/** The calendar that is written into is always looked at. */
export function busyCalendarIds(settings: CalendarSettings): string[] {
  return [...new Set([settings.calendar_id, ...settings.busy_calendar_ids])];
}

function toFreeSlot(slot: Interval, timeZone: string): FreeSlot {
  const spoken = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return {
    startsAt: toZonedIso(slot.startMs, timeZone),
    endsAt: toZonedIso(slot.endMs, timeZone),
    // A narrow space stands before AM and PM, which synthesisers stumble over.
    spoken: spoken.format(slot.startMs).replaceAll('\u202f', ' '),
  };
}

/** ISO 8601 with offset, to the minute and second, such as `2026-11-24T09:30:00-05:00`. */
export function toZonedIso(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });
}
