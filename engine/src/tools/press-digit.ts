import type { Tool } from './tool.ts';

/** Presses keys in an automatic menu at the other end. */
export const pressDigit: Tool = {
  name: 'press_digit',
  description:
    'Presses keys of the phone, for example to choose from an automatic menu. Say nothing in the same turn.',
  parameters: {
    type: 'object',
    properties: {
      digits: {
        type: 'string',
        description: 'The keys, one after the other: 0-9, * and #.',
        pattern: '^[0-9*#A-D]{1,32}$',
      },
    },
    required: ['digits'],
  },
  waitsForSpeech: true,
  timeoutMs: 1000,
  run: ({ digits }, { sendDigits }) => {
    const keys = String(digits);
    sendDigits(keys);
    return { result: `Pressed ${keys}. Wait for what the other end says.` };
  },
};
