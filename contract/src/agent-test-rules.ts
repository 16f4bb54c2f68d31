/** Limits of an agent's tests. Lengths in characters. */
export const agentTestLimits = {
  scenarios: 50,
  nameLength: 80,
  personaLength: 600,
  goalLength: 600,
  lines: 20,
  lineLength: 500,
  checks: 12,
  checkLength: 300,
  answerLength: 1_000,
} as const;

/** Turns of the customer after which a conversation is over: longer ones go in circles. */
export const agentTestMaxTurns = 14;

/** queued: waits · running: talks now · broken: the model failed or the conversation could not be held. */
export const testStates = ['queued', 'running', 'passed', 'failed', 'broken'] as const;
export type TestState = (typeof testStates)[number];

export const testStateLabels: Readonly<Record<TestState, string>> = {
  queued: 'Waiting',
  running: 'Talking',
  passed: 'Passed',
  failed: 'Failed',
  broken: 'Not tested',
};
