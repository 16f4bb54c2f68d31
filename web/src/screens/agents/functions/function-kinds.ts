import { calendarBookingPath, isCalendarBooking } from '@parley/contract/agent-function-rules';
import type { AgentFunction, AgentFunctionType, FunctionParameters } from '@parley/contract/agent-functions';

/** What the menu and the list call each function, and what it is for. */
export const functionKinds: Readonly<Record<AgentFunctionType, { label: string; purpose: string }>> = {
  end_call: { label: 'End Call', purpose: 'Hangs up when the conversation is over.' },
  transfer_call: { label: 'Transfer Call', purpose: 'Hands the call to a person.' },
  check_calendar: { label: 'Check Calendar', purpose: 'Tells which times are free.' },
  book_calendar: { label: 'Book Calendar', purpose: 'Writes an appointment into Google Calendar.' },
  custom: { label: 'Custom', purpose: 'Asks a web address of yours.' },
  press_digit: { label: 'Press Digit', purpose: 'Presses keys in an automatic menu.' },
  custom_function: { label: 'Custom Function', purpose: 'Asks another web address of yours.' },
};

/** The kind a stored function shows as: a booking is stored as a custom one (FUNC-4). */
export function kindOf(given: AgentFunction): AgentFunctionType {
  return isCalendarBooking(given) ? 'book_calendar' : given.type;
}

/** What a booking asks the agent to find out (FUNC-4). */
const bookingParameters: FunctionParameters = {
  type: 'object',
  properties: {
    summary: { type: 'string', description: 'What the appointment is about' },
    dateTimeStart: { type: 'string', description: 'When it starts, as an ISO 8601 date and time' },
    dateTimeEnd: { type: 'string', description: 'When it ends, as an ISO 8601 date and time' },
    attendees: {
      type: 'array',
      items: { type: 'string' },
      description: 'Email addresses of those who take part',
    },
  },
  required: ['summary', 'dateTimeStart', 'dateTimeEnd', 'attendees'],
};

/** A new function of the kind, with what it begins with. `origin` is where this product is reached. */
export function makeFunction(type: AgentFunctionType, id: string, origin: string): AgentFunction {
  const webhook = {
    id,
    url: '',
    method: 'POST' as const,
    speak_during_execution: true,
    speak_after_execution: true,
    parameters: { type: 'object' as const, properties: {}, required: [] },
  };
  switch (type) {
    case 'end_call':
      return {
        id,
        type,
        name: 'end_call',
        description: 'Ends the call when the conversation is over or the person asks to end it.',
      };
    case 'press_digit':
      return {
        id,
        type,
        name: 'press_digit',
        description: 'Presses keys in an automatic menu at the other end.',
      };
    case 'transfer_call':
      return {
        id,
        type,
        name: 'transfer_call',
        description: 'Hands the call over when the person asks for somebody.',
        transfer_destination: { type: 'predefined', number: '' },
        transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
      };
    case 'check_calendar':
      return { id, type, name: 'check_calendar', description: 'Looks up which times are free.' };
    case 'book_calendar':
      return {
        ...webhook,
        type: 'custom',
        name: 'book_calendar',
        description: 'Books an appointment when the person has agreed to a time.',
        url: `${origin}/api/v1${calendarBookingPath}`,
        parameters: bookingParameters,
      };
    case 'custom':
    case 'custom_function':
      return { ...webhook, type, name: '', description: '' };
  }
}

/** What the list says of a function, in one line. */
export function describeFunction(given: AgentFunction): string {
  if (given.type === 'transfer_call') {
    const { transfer_destination: to, transfer_option: option } = given;
    const how = option.type === 'warm_transfer' ? 'Warm' : 'Cold';
    if (to.type === 'inferred') return `${how}, where the instructions say`;
    return to.number === '' ? 'No number yet' : `${how}, to ${to.number}`;
  }
  return given.description === '' ? functionKinds[kindOf(given)].purpose : given.description;
}
