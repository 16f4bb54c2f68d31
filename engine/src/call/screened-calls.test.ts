import { expect, test } from 'vitest';
import { runCall } from '../testing/run-call.ts';

const asks = 'Hi, if you record your name and reason for calling, I’ll see if this person is available.';

test('a call assistant is told who calls, and left in peace while it rings the person, who is greeted', async () => {
  const call = await runCall({
    direction: 'outbound',
    customer: [
      { atMs: 600, does: 'speaks', text: asks, durationMs: 4000 },
      { atMs: 9000, does: 'speaks', text: 'Thanks. Please stay on the line.', durationMs: 1500 },
      { atMs: 36_000, does: 'speaks', text: 'Hello?', durationMs: 500 },
      { atMs: 40_000, does: 'speaks', text: 'Yes, go on.', durationMs: 700 },
    ],
    answer: (_, request) => (request === 1 ? 'This is Ada of the bakery, about your cake.' : 'It is ready.'),
    forMs: 44_000,
  });
  // The assistant speaks over the welcome.
  expect(call.lines).toEqual([
    'Agent: Hello,',
    `User: ${asks}`,
    'Agent: This is Ada of the bakery, about your cake.',
    'User: Thanks. Please stay on the line.',
    'User: Hello?',
    'Agent: Hello, this is Ada.',
    'User: Yes, go on.',
    'Agent: It is ready.',
  ]);
  expect(call.languageModel.requests[0]?.messages[0]).toMatchObject({
    text: expect.stringContaining('call assistant'),
  });
});

test('a call that an assistant keeps to itself ends without a word', async () => {
  const call = await runCall({
    direction: 'outbound',
    customer: [{ atMs: 600, does: 'speaks', text: asks, durationMs: 4000 }],
    answer: () => 'This is Ada of the bakery.',
  });
  expect(call.endReason).toBe('screened');
  expect(call.lines.at(-1)).toBe('Agent: This is Ada of the bakery.');
});
