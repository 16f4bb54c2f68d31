import type { IntegrationVendor } from '../vendor.ts';
import { googleCalendar } from './google-calendar/index.ts';
import { slack } from './slack/index.ts';

/** Every integration one can connect, in the order of their cards. */
export const integrationVendors: readonly IntegrationVendor[] = [googleCalendar, slack];
