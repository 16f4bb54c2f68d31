import type { AgentFunction, AgentFunctionType } from './agent-functions.ts';

/** Limits of functions, in characters or numbers. No zod: the web app loads them. */
export const functionLimits = {
  /** Longest name of a calendar function (FUNC-4). */
  calendarNameLength: 15,
  nameLength: 60,
  descriptionLength: 1_000,
  promptLength: 2_000,
  urlLength: 2_000,
  functions: 20,
} as const;

/** What stands for a header value that is stored: sending it back keeps the value. */
export const secretMask = '••••••••';

/** What the menu of functions offers, in this order (FUNC-1). */
export const functionTypes = [
  'end_call',
  'transfer_call',
  'check_calendar',
  'book_calendar',
  'custom',
  'press_digit',
  'custom_function',
] as const satisfies readonly AgentFunctionType[];

/** Path below `/api/v1` that a stored calendar booking names: it is run by us, never fetched over the network. */
export const calendarBookingPath = '/webhooks/google-cal';

/** Whether a stored function is the booking of a calendar (FUNC-4): a custom function with our booking address. */
export function isCalendarBooking(given: AgentFunction): boolean {
  if (given.type === 'book_calendar') return true;
  return given.type === 'custom' && given.url.endsWith(calendarBookingPath);
}

/**
 * What may still be added: each type once; a booking only where neither a calendar check nor a booking is there
 * (FUNC-1, FUNC-3).
 */
export function functionTypesToAdd(present: readonly AgentFunction[]): AgentFunctionType[] {
  const hasBooking = present.some(isCalendarBooking);
  return functionTypes.filter((type) => {
    if (type === 'book_calendar')
      return !hasBooking && !present.some((each) => each.type === 'check_calendar');
    if (type === 'custom') return !present.some((each) => each.type === 'custom' && !isCalendarBooking(each));
    return !present.some((each) => each.type === type);
  });
}
