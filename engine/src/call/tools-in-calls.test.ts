import { expect, test } from 'vitest';
import type { CustomerStep } from '../testing/customer-script.ts';
import { runCall } from '../testing/run-call.ts';
import type { Tool } from '../tools/tool.ts';

const asksAt3s: CustomerStep = { atMs: 3000, does: 'speaks', text: 'What do you have?', durationMs: 900 };

function lookUp(run: Tool['run'], options: Partial<Tool> = {}): Tool {
  const parameters = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
  return {
    name: 'look_up',
    description: 'Looks up.',
    parameters,
    waitsForSpeech: false,
    timeoutMs: 2000,
    run,
    ...options,
  };
}

test('a tool runs between what is said before and after it', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1
        ? { text: 'Let me look.', toolCalls: [{ name: 'look_up', arguments: '{"day":"Friday"}' }] }
        : 'We have rye bread.',
    tools: [lookUp(({ day }) => ({ result: `rye on ${String(day)}` }))],
    forMs: 9000,
  });
  expect(call.lines.at(-1)).toBe('Agent: Let me look. We have rye bread.');
  expect(call.notes).toEqual(['tool: look_up: rye on Friday']);
  const [, ...asked] = call.languageModel.requests[1]?.messages ?? [];
  expect(asked.map(({ role }) => role)).toEqual(['agent', 'customer', 'agent', 'tool']);
});

test('wrong arguments are told to the model, which may do better', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1
        ? { toolCalls: [{ name: 'look_up', arguments: '{"day":5}' }] }
        : request === 2
          ? { toolCalls: [{ name: 'look_up', arguments: '{"day":' }] }
          : 'I cannot find it.',
    tools: [lookUp(() => ({ result: 'never' }))],
    forMs: 9000,
  });
  expect(call.notes).toEqual([
    'tool: look_up: Not done: "day" must be of type string.',
    'tool: look_up: Not done: The arguments are not valid JSON.',
  ]);
  expect(call.lines.at(-1)).toBe('Agent: I cannot find it.');
});

test('a tool that hangs is given up, and the model is told', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1 ? { toolCalls: [{ name: 'look_up', arguments: '{"day":"Friday"}' }] } : 'I do not know.',
    tools: [lookUp(() => new Promise(() => undefined))],
    forMs: 12_000,
  });
  expect(call.notes).toEqual(['tool: look_up: There was no answer in time.']);
  expect(call.lines.at(-1)).toBe('Agent: I do not know.');
});

test('the customer who cuts into the goodbye keeps the call', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 5500, does: 'speaks', text: 'Wait, one more thing!', durationMs: 1200 }],
    answer: (_, request) =>
      request === 1
        ? { text: 'Bread. Thank you for calling us today. Goodbye!', toolCalls: [{ name: 'end_call' }] }
        : 'Yes, please?',
    forMs: 12_000,
  });
  expect(call.lines.at(-1)).toBe('Agent: Yes, please?');
  expect(call.endReason).toBe('staff_hung_up');
});

test('a tool of a reply that was cut off does nothing', async () => {
  let runs = 0;
  const call = await runCall({
    customer: [asksAt3s, { atMs: 4600, does: 'speaks', text: 'Never mind that.', durationMs: 900 }],
    answer: (_, request) =>
      request === 1
        ? {
            text: 'One second, I am looking that up for you.',
            toolCalls: [{ name: 'look_up', arguments: '{"day":"Friday"}' }],
            tokenEveryMs: 200,
          }
        : 'Fine.',
    tools: [
      lookUp(() => {
        runs += 1;
        return { result: 'x' };
      }),
    ],
    forMs: 10_000,
  });
  expect(runs).toBe(0);
  expect(call.lines.at(-1)).toBe('Agent: Fine.');
});

test('keys are pressed for the model, after it has finished speaking', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1 ? { toolCalls: [{ name: 'press_digit', arguments: '{"digits":"2#"}' }] } : '',
    forMs: 9000,
  });
  expect(call.media.sentDigits).toEqual(['2#']);
  expect(call.notes[0]).toBe('digits_sent: 2#');
  expect(call.endReason).toBe('staff_hung_up');
});

test('ending without a goodbye is the agent hanging up', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'I cannot help you.', toolCalls: [{ name: 'end_call' }] }),
  });
  expect(call.endReason).toBe('agent_hung_up');
});

test('a goodbye that was typed into leaves nothing behind in the next answer', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 5500, does: 'types', text: 'Wait!' }],
    answer: (_, request) =>
      request === 1
        ? { text: 'Bread. Thank you for calling us today. Goodbye!', toolCalls: [{ name: 'end_call' }] }
        : { text: 'Of course I wait. Take all the time you need.', tokenEveryMs: 100 },
    forMs: 12_000,
  });
  expect(call.lines.at(-1)).toBe('Agent: Of course I wait. Take all the time you need.');
});
