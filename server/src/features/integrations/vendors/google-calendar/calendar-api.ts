import { setTimeout as wait } from 'node:timers/promises';
import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { type Interval, type VendorCalendar, VendorError } from '../../vendor.ts';
import type { Endpoints } from './endpoints.ts';
import { toVendorError } from './failures.ts';
import { openClient } from './oauth.ts';

/** Pause before the one more try that a passing failure gets: somebody waits on the phone. */
const retryPauseMs = 250;

type Options = { signal: AbortSignal; retry: false };

/** Asks the API once, and once more when it was overloaded. Everything asked here may be asked twice. */
export async function ask<Answer>(
  endpoints: Endpoints,
  token: string,
  signal: AbortSignal,
  work: (api: calendar_v3.Calendar, options: Options) => Promise<{ data: Answer }>,
): Promise<Answer> {
  const auth = openClient(endpoints, null, signal);
  auth.setCredentials({ access_token: token });
  const api = calendar({ version: 'v3', auth, rootUrl: endpoints.apiRoot });
  for (let tries = 1; ; tries += 1) {
    try {
      const { data } = await work(api, { signal, retry: false });
      if (typeof data !== 'object' && data !== '' && data !== undefined)
        throw new VendorError('unavailable', 'The answer of the calendar cannot be read.');
      return data;
    } catch (error) {
      const failure = toVendorError(error, signal);
      const mayPass =
        failure instanceof VendorError && ['unavailable', 'rate_limited'].includes(failure.problem);
      if (!mayPass || tries > 1) throw failure;
      await wait(retryPauseMs, undefined, { signal }).catch(() => {
        throw failure;
      });
    }
  }
}

/** Events and free/busy of the calendars. */
export function openCalendarApi(endpoints: Endpoints): VendorCalendar {
  return {
    async listBusy(token, { startMs, endMs, calendarIds }, signal) {
      const answer = await ask(endpoints, token, signal, (api, options) =>
        api.freebusy.query(
          {
            requestBody: {
              timeMin: toIso(startMs),
              timeMax: toIso(endMs),
              items: calendarIds.map((id) => ({ id })),
            },
          },
          options,
        ),
      );
      return calendarIds.flatMap((id) => readBusy(answer.calendars?.[id]));
    },

    async insertEvent(token, event, signal) {
      const { calendarId, eventId, timeZone, startMs, endMs } = event;
      await ask(endpoints, token, signal, (api, options) =>
        api.events.insert(
          {
            calendarId,
            sendUpdates: 'all',
            requestBody: {
              id: eventId,
              summary: event.summary,
              description: event.description,
              start: { dateTime: toIso(startMs), timeZone },
              end: { dateTime: toIso(endMs), timeZone },
              attendees: event.attendees.map((email) => ({ email })),
            },
          },
          options,
        ),
      );
    },

    async findEvent(token, { calendarId, eventId }, signal) {
      try {
        const event = await ask(endpoints, token, signal, (api, options) =>
          api.events.get({ calendarId, eventId }, options),
        );
        if (event.status === 'cancelled') return undefined;
        return readInterval(event.start?.dateTime, event.end?.dateTime);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },

    async deleteEvent(token, { calendarId, eventId }, signal) {
      try {
        await ask(endpoints, token, signal, (api, options) =>
          api.events.delete({ calendarId, eventId, sendUpdates: 'all' }, options),
        );
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof VendorError && error.problem === 'not_found';
}

/** A calendar that is missing or was not found would read as free: it is an error instead. */
function readBusy(told: calendar_v3.Schema$FreeBusyCalendar | undefined): Interval[] {
  if (told === undefined || (told.errors?.length ?? 0) > 0)
    throw new VendorError('unavailable', 'A calendar could not be read.');
  return (told.busy ?? []).map(({ start, end }) => readInterval(start, end));
}

function readInterval(start: string | null | undefined, end: string | null | undefined): Interval {
  const interval = { startMs: Date.parse(start ?? ''), endMs: Date.parse(end ?? '') };
  if (Number.isNaN(interval.startMs) || Number.isNaN(interval.endMs))
    throw new VendorError('unavailable', 'The times of the calendar cannot be read.');
  return interval;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
