import { expect, test } from 'vitest';
import { runCall } from '../testing/run-call.ts';

const prior = [
  { speaker: 'agent', text: 'Hello, this is Ada.' },
  { speaker: 'customer', text: 'My name is Bo.' },
  { speaker: 'agent', text: 'Hello Bo. What can I do for you?' },
] as const;

test('a call that goes on from another one greets nobody, and its model reads what was said before', async () => {
  const call = await runCall({
    customer: [{ atMs: 100, does: 'types', text: 'Do you have rye bread?' }],
    answer: () => 'Yes, Bo.',
    prior,
    forMs: 5000,
  });
  expect(call.lines).toEqual(['User: Do you have rye bread?', 'Agent: Yes, Bo.']);
  expect(call.languageModel.requests[0]?.messages.slice(1)).toEqual([
    { role: 'agent', text: 'Hello, this is Ada.' },
    { role: 'customer', text: 'My name is Bo.' },
    { role: 'agent', text: 'Hello Bo. What can I do for you?' },
    { role: 'customer', text: 'Do you have rye bread?' },
  ]);
});

test('without a past the agent greets as ever', async () => {
  const call = await runCall({ customer: [], answer: () => '', prior: [], forMs: 3000 });
  expect(call.lines).toEqual(['Agent: Hello, this is Ada.']);
});

test('a past that ends with the customer is one turn with the words that follow', async () => {
  const call = await runCall({
    customer: [{ atMs: 100, does: 'types', text: 'And rolls.' }],
    answer: () => 'Two of each?',
    prior: [{ speaker: 'customer', text: 'I want a cake.' }],
    forMs: 5000,
  });
  expect(call.languageModel.requests[0]?.messages.at(-1)).toEqual({
    role: 'customer',
    text: 'I want a cake. And rolls.',
  });
});

test('whoever writes is understood on a line without ears, and hears nothing about keys', async () => {
  const call = await runCall({
    customer: [
      { atMs: 0, does: 'writes' },
      { atMs: 9000, does: 'types', text: 'Do you deliver?' },
    ],
    answer: () => 'We do.',
    speechToText: { hearsAudio: false },
    policy: { repromptAfterMs: 60_000 },
    forMs: 12_000,
  });
  expect(call.lines).toEqual(['Agent: Hello, this is Ada.', 'User: Do you deliver?', 'Agent: We do.']);
  expect(JSON.stringify(call.languageModel.requests[0]?.messages[0])).not.toContain('by the keys');
});

test('what is typed while the agent speaks takes the floor from it', async () => {
  const call = await runCall({
    customer: [
      { atMs: 2000, does: 'types', text: 'Tell me everything.' },
      { atMs: 4000, does: 'types', text: 'Stop, only the price.' },
    ],
    answer: (_, request) =>
      request === 1
        ? 'There is rye bread and wheat bread and a great many other kinds of it.'
        : 'Two dollars.',
    forMs: 9000,
  });
  expect(call.turns.map(({ wasInterrupted }) => wasInterrupted)).toContain(true);
  expect(call.lines.at(-1)).toBe('Agent: Two dollars.');
});

test('a note of a tool tells what the tool was asked', async () => {
  const call = await runCall({
    customer: [{ atMs: 2000, does: 'types', text: 'Press one.' }],
    answer: (_, request) =>
      request === 1 ? { toolCalls: [{ name: 'press_digit', arguments: '{"digits":"1"}' }] } : 'Done.',
    forMs: 6000,
  });
  const notes = call.events.flatMap((event) => (event.type === 'note' ? [event.note] : []));
  expect(notes.find(({ kind }) => kind === 'tool')).toMatchObject({ arguments: '{"digits":"1"}' });
});
