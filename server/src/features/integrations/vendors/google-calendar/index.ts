import type { IntegrationVendor } from '../../vendor.ts';
import { openCalendarApi } from './calendar-api.ts';
import { findFirstSettings, listCalendars } from './calendar-list.ts';
import { readEndpoints } from './endpoints.ts';
import { openOAuth } from './oauth.ts';

/** Google Calendar: free times are read from it and appointments written into it. */
export const googleCalendar: IntegrationVendor = {
  name: 'google_calendar',
  displayName: 'Google Calendar',
  category: 'Calendar',
  description: 'Agents look up free times while they talk, and book appointments with an invitation.',
  kind: 'calendar',
  provider: 'google',
  service: 'calendar',
  clientUrl: 'https://console.cloud.google.com/apis/credentials',
  open(environment) {
    const endpoints = readEndpoints(environment);
    const clientId = environment['GOOGLE_CLIENT_ID']?.trim();
    const clientSecret = environment['GOOGLE_CLIENT_SECRET']?.trim();
    return {
      operatorClient: clientId && clientSecret ? { clientId, clientSecret } : undefined,
      oauth: openOAuth(endpoints),
      findFirstSettings: (token, signal) => findFirstSettings(endpoints, token, signal),
      listChoices: (token, signal) => listCalendars(endpoints, token, signal),
      calendar: openCalendarApi(endpoints),
    };
  },
};
