import type { Tool } from './tool.ts';

/**
 * Ends the call once the agent's last words were played. After a goodbye of either side the call has come
 * to its natural end (`goodbye`); without one the agent has hung up.
 */
export const endCall: Tool = {
  name: 'end_call',
  description:
    'Ends the phone call. Say goodbye first, in the same turn. Use it when the conversation is over or the person asks to end it.',
  parameters: { type: 'object', properties: {} },
  waitsForSpeech: true,
  timeoutMs: 1000,
  run: (_, { isGoodbyeSaid }) => ({
    result: 'The call ends.',
    endReason: isGoodbyeSaid ? 'goodbye' : 'agent_hung_up',
  }),
};
