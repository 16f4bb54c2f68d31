import { createHash } from 'node:crypto';
import { findBooking, holdBooking, listBookings, saveBookingState } from './booking-queries.ts';
import { busyCalendarIds, type CalendarUse, callLimitMs, toZonedIso } from './calendar.ts';
import { CalendarError } from './calendar-error.ts';
import type { IntegrationsParts } from './index.ts';
import { findIntegration, lockIntegration } from './queries.ts';
import { findRuleBroken, overlaps, widen } from './slots.ts';
import { type Interval, VendorError } from './vendor.ts';

const minuteMs = 60_000;
/** A time is held so long before it is given up, in seconds: far longer than a booking may take. */
const settleAfterSeconds = 120;
const longestMs = 8 * 60 * minuteMs;
const attendeeLimit = 20;

export type NewAppointment = {
  startMs: number;
  /** Default: the slot length of the settings. */
  endMs?: number;
  summary: string;
  description?: string;
  /** Email addresses; they get an invitation. What is no address is left out. */
  attendees?: readonly string[];
  /** The same for every try of the same booking: it is written once. */
  runKey: string;
  signal?: AbortSignal;
};

/**
 * Holds the time in our own database, looks once more whether the calendar is free, writes the event, and keeps the
 * hold as booking. Of two calls one gets the hold. A process that dies on the way leaves a hold that a job gives up.
 */
export async function bookAppointment(
  parts: IntegrationsParts,
  use: CalendarUse,
  appointment: NewAppointment,
): Promise<{ bookingId: string; startsAt: string; endsAt: string }> {
  const { platform, grants, nowMs } = parts;
  const { integration, calendar, settings } = use;
  const { row } = integration;
  const slot = readSlot(appointment, settings.slot_minutes);
  if (findRuleBroken(settings, slot, nowMs())) throw new CalendarError('outside_hours');

  const bookingId = toEventId(`${row.id} ${appointment.runKey}`);
  const at = { calendarId: settings.calendar_id, eventId: bookingId };
  const answer = (booked: Interval) => ({
    bookingId,
    startsAt: toZonedIso(booked.startMs, settings.time_zone),
    endsAt: toZonedIso(booked.endMs, settings.time_zone),
  });
  const known = await hold(parts, use, { bookingId, slot });
  if (known !== undefined) return answer(known);

  const limited = AbortSignal.timeout(callLimitMs);
  const signal = appointment.signal ? AbortSignal.any([limited, appointment.signal]) : limited;
  const around = widen(slot, settings.buffer_minutes * minuteMs);
  let mayBeWritten = false;
  try {
    await grants.use(integration, signal, async (token) => {
      const busy = await calendar.listBusy(
        token,
        { ...around, calendarIds: busyCalendarIds(settings) },
        signal,
      );
      if (busy.some((each) => overlaps(each, around))) {
        // It may be this very booking, written by a try whose answer was lost.
        const own = await calendar.findEvent(token, at, signal);
        if (own === undefined || own.startMs !== slot.startMs) throw new CalendarError('slot_taken');
        return;
      }
      mayBeWritten = true;
      await calendar
        .insertEvent(
          token,
          {
            ...at,
            ...slot,
            timeZone: settings.time_zone,
            summary: appointment.summary.slice(0, 500),
            description: (appointment.description ?? '').slice(0, 4_000),
            attendees: (appointment.attendees ?? []).filter(isEmail).slice(0, attendeeLimit),
          },
          signal,
        )
        .catch(async (error: unknown) => {
          if (!(error instanceof VendorError) || error.problem !== 'already_there') throw error;
          const own = await calendar.findEvent(token, at, signal);
          // An id that was used and deleted cannot be used again.
          if (own === undefined) throw new CalendarError('unavailable', { cause: error });
        });
    });
  } catch (error) {
    // Where the write may have arrived, the hold stays until the job has taken back what was written.
    const isCertain = error instanceof CalendarError || !mayBeWritten || isRefusal(error);
    if (isCertain) await saveBookingState(platform.db.queries, bookingId, 'released', ['held']);
    throw error;
  }
  const isKept = await saveBookingState(platform.db.queries, bookingId, 'booked', ['held', 'booked']);
  if (!isKept) throw new CalendarError('unavailable');
  return answer(slot);
}

/** Takes an appointment back, at the vendor first. */
export async function cancelAppointment(
  { platform, grants }: IntegrationsParts,
  { integration, calendar }: CalendarUse,
  bookingId: string,
): Promise<void> {
  const { queries } = platform.db;
  const booking = await findBooking(queries, integration.row.workspaceId, bookingId);
  if (booking === undefined || booking.state === 'cancelled') return;
  const signal = AbortSignal.timeout(callLimitMs);
  await grants.use(integration, signal, (token) =>
    calendar.deleteEvent(token, { calendarId: booking.calendarId, eventId: booking.id }, signal),
  );
  await saveBookingState(queries, bookingId, 'cancelled', ['held', 'booked', 'released']);
}

/** Gives up a hold that no booking came of, and deletes what may have been written. Told by a job. */
export async function settleBooking(
  parts: IntegrationsParts,
  { workspaceId, bookingId }: { workspaceId: string; bookingId: string },
  toUse: (integration: ReturnType<IntegrationsParts['openIntegration']>) => CalendarUse | undefined,
): Promise<void> {
  const { queries } = parts.platform.db;
  const booking = await findBooking(queries, workspaceId, bookingId);
  if (booking === undefined || booking.state === 'booked' || booking.state === 'cancelled') return;
  // Another try of the same booking is under way; it has a job of its own.
  const isFresh = Date.now() - booking.updatedAt.getTime() < (settleAfterSeconds / 2) * 1000;
  if (booking.state === 'held' && isFresh) return;
  await saveBookingState(queries, bookingId, 'released', ['held']);
  const row = await findIntegration(queries, workspaceId, booking.integrationId);
  const use = row && toUse(parts.openIntegration(row));
  if (use === undefined || use.integration.row.state !== 'connected') return;
  const signal = AbortSignal.timeout(30_000);
  await parts.grants.use(use.integration, signal, (token) =>
    use.calendar.deleteEvent(token, { calendarId: booking.calendarId, eventId: bookingId }, signal),
  );
}

/** Takes the time for this booking, or tells when it was booked before. Throws `slot_taken` when another has it. */
async function hold(
  { platform }: IntegrationsParts,
  { integration, settings }: CalendarUse,
  { bookingId, slot }: { bookingId: string; slot: Interval },
): Promise<Interval | undefined> {
  const { workspaceId, id: integrationId } = integration.row;
  return await platform.db.transaction(async (tx) => {
    if ((await lockIntegration(tx, workspaceId, integrationId)) === undefined)
      throw new CalendarError('not_connected');
    const known = await findBooking(tx, workspaceId, bookingId);
    if (known?.state === 'booked')
      return { startMs: known.startsAt.getTime(), endMs: known.endsAt.getTime() };
    const around = widen(slot, settings.buffer_minutes * minuteMs);
    const others = await listBookings(tx, { integrationId, exceptId: bookingId, ...around });
    if (others.length > 0) throw new CalendarError('slot_taken');
    await holdBooking(tx, {
      id: bookingId,
      workspaceId,
      integrationId,
      calendarId: settings.calendar_id,
      startsAt: new Date(slot.startMs),
      endsAt: new Date(slot.endMs),
    });
    await platform.jobs.enqueue(
      tx,
      'integrations.settle-booking',
      { workspaceId, bookingId },
      { startAfterSeconds: settleAfterSeconds },
    );
    return undefined;
  });
}

function readSlot({ startMs, endMs }: NewAppointment, slotMinutes: number): Interval {
  const slot = { startMs, endMs: endMs ?? startMs + slotMinutes * minuteMs };
  const lengthMs = slot.endMs - slot.startMs;
  if (!Number.isFinite(lengthMs) || lengthMs < minuteMs || lengthMs > longestMs)
    throw new CalendarError('time_invalid');
  return slot;
}

/** The vendor said no: nothing was written. */
function isRefusal(error: unknown): boolean {
  return error instanceof VendorError && !['unavailable', 'rate_limited'].includes(error.problem);
}

/** 52 characters of base32hex in lower case (RFC 4648 section 7), which the vendors take as an id. */
export function toEventId(key: string): string {
  let bits = 0n;
  for (const byte of createHash('sha256').update(key).digest()) bits = (bits << 8n) | BigInt(byte);
  return bits.toString(32).padStart(52, '0');
}

function isEmail(text: string): boolean {
  return /^[^\s@<>,;]{1,64}@[^\s@<>,;]{1,255}$/.test(text);
}
