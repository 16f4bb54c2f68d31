import { expect, test } from 'vitest';
import type { OutsideTool, OutsideToolRun } from '../interfaces/outside-tools.ts';
import type { CustomerStep } from '../testing/customer-script.ts';
import { runCall } from '../testing/run-call.ts';
import { toolsForAgent } from '../tools/tools-for-agent.ts';

const asksAt3s: CustomerStep = { atMs: 3000, does: 'speaks', text: 'Is it there?', durationMs: 900 };
const lookUp: OutsideTool = {
  name: 'look_up',
  description: 'Looks up an order.',
  parameters: { type: 'object', properties: {} },
  waitsForSpeech: false,
  timeoutMs: 3000,
  waitingWords: 'I am looking.',
  speaksAfter: true,
};
const asksForIt = { toolCalls: [{ name: 'look_up' }] };

test('an agent may do what it was given, and nothing else', () => {
  const outside = { run: async () => ({ result: '' }) };
  const names = (own: string[]) => toolsForAgent({ own, outside: [lookUp] }, outside).map(({ name }) => name);
  expect(names(['end_call'])).toEqual(['end_call', 'look_up']);
  expect(names([])).toEqual(['look_up']);
});

test('a function says what was set for the time it takes, and its answer is spoken about', async () => {
  const runs: OutsideToolRun[] = [];
  const outside = {
    run: async (run: OutsideToolRun) => {
      runs.push(run);
      return { result: 'It is there.' };
    },
  };
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) => (request === 1 ? asksForIt : 'Yes, it has come.'),
    tools: toolsForAgent({ own: [], outside: [lookUp] }, outside),
    forMs: 9000,
  });
  expect(call.lines.at(-1)).toBe('Agent: I am looking. Yes, it has come.');
  expect(runs).toEqual([{ runId: 'run-1', name: 'look_up', arguments: {} }]);
});

test('the record says what came of it, without what only the model is to do', async () => {
  const outside = {
    run: async () => ({ result: 'It is closed. Tell the person plainly.', record: 'It is closed.' }),
  };
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) => (request === 1 ? asksForIt : 'It is closed.'),
    tools: toolsForAgent({ own: [], outside: [lookUp] }, outside),
    forMs: 9000,
  });
  expect(call.notes).toEqual(['tool: look_up: It is closed.']);
  expect(JSON.stringify(call.languageModel.requests[1]?.messages)).toContain('Tell the person plainly.');
});

test('a function that takes longer than a model may is waited for, as long as it may take itself', async () => {
  const outside = { run: () => new Promise<never>(() => undefined) };
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) => (request === 1 ? asksForIt : 'I could not look it up.'),
    tools: toolsForAgent({ own: [], outside: [{ ...lookUp, timeoutMs: 12_000 }] }, outside),
    forMs: 22_000,
  });
  expect(call.lines.at(-1)).toBe('Agent: I am looking. I could not look it up.');
  expect(JSON.stringify(call.languageModel.requests[1]?.messages)).toContain('There was no answer in time.');
});

test('a function that is to be silent is silent, and runs of one call have names of their own', async () => {
  const runIds: string[] = [];
  const outside = {
    run: async ({ runId }: OutsideToolRun) => {
      runIds.push(runId);
      return { result: 'Noted.' };
    },
  };
  const call = await runCall({
    customer: [asksAt3s, { atMs: 7000, does: 'speaks', text: 'Are you there?', durationMs: 900 }],
    answer: (_, request) => (request === 1 ? asksForIt : request === 2 ? asksForIt : 'Never asked.'),
    tools: toolsForAgent(
      { own: [], outside: [{ ...lookUp, waitingWords: '', speaksAfter: false }] },
      outside,
    ),
    forMs: 11_000,
  });
  expect(runIds).toEqual(['run-1', 'run-2']);
  expect(call.languageModel.requests).toHaveLength(2);
  expect(call.lines.filter((line) => line.startsWith('Agent')).join()).not.toContain('looking');
});

test('passages are looked up for each question, stand before it, and are told', async () => {
  const asked: string[] = [];
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'We open at nine.',
    knowledge: {
      search: async (question) => {
        asked.push(question);
        return [{ id: 'psg_1', title: 'Opening hours', text: 'We open at nine.' }];
      },
    },
    forMs: 8000,
  });
  expect(asked).toEqual(['Is it there?']);
  const messages = call.languageModel.requests[0]?.messages ?? [];
  expect(messages.at(-1)).toEqual({ role: 'customer', text: 'Is it there?' });
  expect(messages.at(-2)?.role).toBe('system');
  expect(JSON.stringify(messages.at(-2))).toContain('We open at nine.');
  expect(call.languageModel.requests[0]?.brief.passages).toEqual([
    { id: 'psg_1', title: 'Opening hours', text: 'We open at nine.' },
  ]);
  expect(call.notes).toEqual(['knowledge: Opening hours']);
});

test.each([
  ['never answers', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('No database.'))],
  ['finds nothing', async () => []],
])('a look-up that %s costs the customer nothing', async (_what, search) => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'I do not know.',
    knowledge: { search },
    forMs: 8000,
  });
  expect(call.lines.at(-1)).toBe('Agent: I do not know.');
  expect(call.notes).toEqual([]);
});
