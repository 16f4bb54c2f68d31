import { functionLimits, isCalendarBooking } from '@parley/contract/agent-function-rules';
import type { AgentFunction } from '@parley/contract/agent-functions';

export type FunctionProblems = {
  name?: string;
  description?: string;
  number?: string;
  prompt?: string;
  url?: string;
};

/** Shortest number that can be dialled, in characters. */
const shortestNumber = 7;

/** Whether the name of a function is that of a calendar's (FUNC-4): it is shorter. */
export function isOfCalendar(given: AgentFunction): boolean {
  return given.type === 'check_calendar' || isCalendarBooking(given);
}

/** What is wrong with a function, field by field; nothing where it can be kept. */
export function checkFunction(given: AgentFunction, otherNames: readonly string[]): FunctionProblems {
  const name = given.name.trim();
  const most = isOfCalendar(given) ? functionLimits.calendarNameLength : functionLimits.nameLength;
  const problems: FunctionProblems = {};
  if (name.length > most) problems.name = `At most ${most} characters.`;
  if (otherNames.includes(name)) problems.name = 'Another function has this name.';
  if (given.description.length > functionLimits.descriptionLength)
    problems.description = `At most ${functionLimits.descriptionLength.toLocaleString('en-US')} characters.`;
  if (given.type === 'transfer_call') {
    const to = given.transfer_destination;
    if (to.type === 'predefined' && to.number.length < shortestNumber)
      problems.number = 'Give the number the call is handed to, with its country code.';
    if (to.type === 'inferred' && to.prompt.trim() === '')
      problems.prompt = 'Tell the agent how it knows the number.';
  }
  if ('url' in given && !isWebAddress(given.url))
    problems.url = 'Give an address that begins with https:// or http://.';
  return problems;
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url.trim()) && /^https?:\/\//i.test(url.trim());
}
