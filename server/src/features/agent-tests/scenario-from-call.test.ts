import { agentTestLimits } from '@parley/contract/agent-tests';
import { expect, test } from 'vitest';
import { scenarioFromCall } from './scenario-from-call.ts';

const call = { agentId: 'agt_1', summary: 'Asked for the hours.', fields: { first_name: 'Ada' } };
const startedAt = new Date('2026-11-21T09:30:00Z');

test('what a customer said between two answers becomes one line', () => {
  const scenario = scenarioFromCall({
    ...call,
    startedAt,
    turns: [
      { speaker: 'agent', text: 'Hello.' },
      { speaker: 'customer', text: 'Hi. ' },
      { speaker: 'customer', text: 'When do you open?' },
      { speaker: 'agent', text: 'At nine.' },
      { speaker: 'customer', text: '  ' },
      { speaker: 'customer', text: 'Bye.' },
    ],
  });
  expect(scenario).toMatchObject({
    name: 'Call of 2026-11-21: Hi. When do you open?',
    goal: 'Asked for the hours.',
    customer_lines: ['Hi. When do you open?', 'Bye.'],
    fields: { first_name: 'Ada' },
  });
});

test('a call in which only the agent spoke makes none, and long ones stay within the limits', () => {
  expect(
    scenarioFromCall({ ...call, startedAt, turns: [{ speaker: 'agent', text: 'Hello?' }] }),
  ).toBeUndefined();
  const turns = Array.from({ length: 100 }, (_, at) => ({
    speaker: at % 2 === 0 ? ('customer' as const) : ('agent' as const),
    text: 'word '.repeat(300),
  }));
  const scenario = scenarioFromCall({ ...call, startedAt, turns })!;
  expect(scenario.customer_lines).toHaveLength(agentTestLimits.lines);
  expect(scenario.customer_lines[0]!.length).toBeLessThanOrEqual(agentTestLimits.lineLength);
  expect(scenario.name.length).toBeLessThanOrEqual(agentTestLimits.nameLength);
});
