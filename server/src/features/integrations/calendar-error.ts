import { VendorError } from './vendor.ts';

export type CalendarProblem =
  /** No calendar is connected, or it was removed meanwhile. */
  | 'not_connected'
  /** Something else stands there, or another call is booking it at this moment. */
  | 'slot_taken'
  /** Outside working hours, too soon or too far away. */
  | 'outside_hours'
  /** The times make no sense. */
  | 'time_invalid'
  /** No answer in time, or none that makes sense. Nothing is booked. */
  | 'unavailable'
  /** The account withdrew its permission: somebody has to connect it again. */
  | 'invalid_grant';

/** Why a call could not use the calendar. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly problem: CalendarProblem;
  constructor(problem: CalendarProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** What a call is told of a failure at the vendor. */
export function toCalendarError(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error;
  const isRevoked = error instanceof VendorError && error.problem === 'revoked';
  return new CalendarError(isRevoked ? 'invalid_grant' : 'unavailable', { cause: error });
}
