import type { CalendarSettings, IntegrationChoice } from '@parley/contract/integrations';
import { isTimeZone } from '../../slots.ts';
import { type FirstSettings, VendorError } from '../../vendor.ts';
import { ask } from './calendar-api.ts';
import type { Endpoints } from './endpoints.ts';

/** Pages of the list that are read: 250 calendars each, as the API gives at most. */
const pageLimit = 4;

type Listed = IntegrationChoice & { isPrimary: boolean };

/** The calendars of the account, the primary one first. */
export async function listCalendars(
  endpoints: Endpoints,
  token: string,
  signal: AbortSignal,
): Promise<IntegrationChoice[]> {
  return (await readList(endpoints, token, signal)).map(({ isPrimary: _, ...choice }) => choice);
}

/** The account is called by the id of its primary calendar, which is its address; its zone is the first one. */
export async function findFirstSettings(
  endpoints: Endpoints,
  token: string,
  signal: AbortSignal,
): Promise<FirstSettings> {
  const calendars = await readList(endpoints, token, signal);
  const own = calendars.find((each) => each.isPrimary) ?? calendars.find((each) => each.is_writable);
  if (own === undefined) throw new VendorError('refused', 'The account has no calendar that can be written.');
  return { account: own.id, settings: firstSettings(own) };
}

function firstSettings(own: IntegrationChoice): CalendarSettings {
  const workday = [{ from: '09:00', until: '17:00' }];
  return {
    kind: 'calendar',
    calendar_id: own.id,
    busy_calendar_ids: [own.id],
    time_zone: isTimeZone(own.time_zone) ? own.time_zone : 'UTC',
    hours: [workday, workday, workday, workday, workday, [], []],
    slot_minutes: 30,
    buffer_minutes: 0,
    notice_minutes: 60,
    horizon_days: 30,
  };
}

async function readList(endpoints: Endpoints, token: string, signal: AbortSignal): Promise<Listed[]> {
  const listed: Listed[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < pageLimit; page += 1) {
    const answer = await ask(endpoints, token, signal, (api, options) =>
      api.calendarList.list({ maxResults: 250, ...(pageToken && { pageToken }) }, options),
    );
    for (const entry of answer.items ?? []) {
      if (!entry.id || entry.deleted) continue;
      listed.push({
        id: entry.id,
        name: entry.summaryOverride || entry.summary || entry.id,
        time_zone: entry.timeZone ?? '',
        is_writable: entry.accessRole === 'owner' || entry.accessRole === 'writer',
        isPrimary: entry.primary === true,
      });
    }
    pageToken = answer.nextPageToken ?? undefined;
    if (pageToken === undefined) break;
  }
  return listed.sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
}
