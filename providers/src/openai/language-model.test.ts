import type { ConversationMessage, LanguageModelPart } from '@parley/engine/interfaces/language-model';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOpenAiLanguageModel } from './language-model.ts';
import { OpenAiSettings } from './settings.ts';
import { StandIn } from './stand-in.ts';
import { type Reply, replies } from './stand-in-replies.ts';

const apiKey = 'sk-secret-123';
let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open(apiKey);
});
afterAll(() => standIn.close());

const endCall = {
  name: 'end_call',
  description: 'Ends the call.',
  parameters: { type: 'object', properties: {} },
};
const brief = { agentName: 'A', prompt: '', missingFields: [], knownFields: {} };
type Asked = {
  messages?: ConversationMessage[];
  tools?: (typeof endCall)[];
  signal?: AbortSignal;
  isJson?: boolean;
  settings?: Record<string, string>;
};

function ask({
  messages = [{ role: 'customer', text: 'hello' }],
  tools = [],
  signal,
  isJson,
  settings,
}: Asked = {}) {
  const model = openOpenAiLanguageModel(
    OpenAiSettings.parse({ apiKey, baseUrl: standIn.baseUrl, ...settings }),
  );
  return model.respond({
    messages,
    tools,
    brief,
    signal: signal ?? new AbortController().signal,
    ...(isJson ? { isJson } : {}),
  });
}

async function answer(asked: Asked = {}): Promise<LanguageModelPart[]> {
  const parts: LanguageModelPart[] = [];
  for await (const part of ask(asked)) parts.push(part);
  return parts;
}

const textOf = (parts: LanguageModelPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

describe('an answer', () => {
  test('comes piece by piece and finishes once', async () => {
    standIn.script(replies.chat({ text: ['We', ' are', ' open.'] }));
    expect(await answer()).toEqual([
      { type: 'text', text: 'We' },
      { type: 'text', text: ' are' },
      { type: 'text', text: ' open.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('may call a tool after its words, with arguments put together from pieces', async () => {
    const call = { id: 'c1', name: 'end_call', argumentPieces: ['{"rea', 'son":', '"bye"}'] };
    standIn.script(replies.chat({ text: ['Goodbye.'], toolCalls: [call] }));
    expect(await answer({ tools: [endCall] })).toEqual([
      { type: 'text', text: 'Goodbye.' },
      { type: 'tool-call', call: { id: 'c1', name: 'end_call', arguments: '{"reason":"bye"}' } },
      { type: 'finish', reason: 'tool-calls' },
    ]);
  });

  test('with badly written arguments is handed on as it was written', async () => {
    standIn.script(
      replies.chat({ toolCalls: [{ id: 'c1', name: 'end_call', argumentPieces: ['{"reason'] }] }),
    );
    const parts = await answer({ tools: [endCall] });
    expect(parts[0]).toEqual({
      type: 'tool-call',
      call: { id: 'c1', name: 'end_call', arguments: '{"reason' },
    });
  });

  test('cut by the token limit or a filter says so', async () => {
    standIn.script(
      replies.chat({ text: ['a'], finishReason: 'length' }),
      replies.chat({ text: ['a'], finishReason: 'content_filter' }),
    );
    expect((await answer()).at(-1)).toEqual({ type: 'finish', reason: 'length' });
    expect((await answer()).at(-1)).toEqual({ type: 'finish', reason: 'other' });
  });

  test('that never ends is cut, and the server is let go', async () => {
    standIn.script(replies.endlessChat());
    const parts = await answer();
    expect(textOf(parts).length).toBeLessThan(25_000);
    expect(parts.at(-1)).toEqual({ type: 'finish', reason: 'length' });
    await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
  });
});

describe('a request', () => {
  test('carries model, key, tools and the whole conversation', async () => {
    const messages: ConversationMessage[] = [
      { role: 'system', text: 'You are Mia.' },
      { role: 'customer', text: 'press one please' },
      {
        role: 'agent',
        text: 'Sure.',
        toolCalls: [{ id: 't1', name: 'press_digit', arguments: '{"digits":"1"}' }],
      },
      { role: 'customer', text: 'well?' },
      { role: 'tool', toolCallId: 't1', name: 'press_digit', result: 'done' },
    ];
    await answer({ messages, tools: [endCall], settings: { chatModel: 'my-model' } });
    const { json, authorization } = standIn.requests.at(-1)!;
    expect(authorization).toBe(`Bearer ${apiKey}`);
    expect(json).toMatchObject({
      model: 'my-model',
      stream: true,
      tools: [{ type: 'function', function: { name: 'end_call', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'You are Mia.' },
        { role: 'user', content: 'press one please' },
        {
          role: 'assistant',
          content: 'Sure.',
          tool_calls: [{ id: 't1', function: { arguments: '{"digits":"1"}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: 'done' },
        { role: 'user', content: 'well?' },
      ],
    });
  });

  test('leaves out halves of tool calls that the server would refuse', async () => {
    const messages: ConversationMessage[] = [
      { role: 'customer', text: 'bye' },
      { role: 'agent', text: '', toolCalls: [{ id: 'lost', name: 'end_call', arguments: 'not json' }] },
      { role: 'tool', toolCallId: 'orphan', name: 'end_call', result: 'x' },
      { role: 'customer', text: 'still there?' },
    ];
    expect(textOf(await answer({ messages }))).toBe('Hello there.');
    expect(standIn.requests.at(-1)!.json['messages']).toHaveLength(2);
    expect(standIn.requests.at(-1)!.json).not.toHaveProperty('tools');
  });

  test('can be made before the customer has said a word', async () => {
    await answer({ messages: [{ role: 'system', text: 'Greet.' }] });
    expect(standIn.requests.at(-1)!.json['messages']).toMatchObject([{ role: 'system' }, { role: 'user' }]);
  });

  test('asks for a JSON object where one is wanted', async () => {
    standIn.script(replies.chat({ text: ['{"a":', '1}'] }));
    const messages: ConversationMessage[] = [{ role: 'system', text: 'Answer in JSON.' }];
    expect(textOf(await answer({ messages, isJson: true }))).toBe('{"a":1}');
    expect(standIn.requests.at(-1)!.json['response_format']).toEqual({ type: 'json_object' });
  });
});

describe('a failure', () => {
  test.each<[string, Reply, string]>([
    ['400', replies.error(400, { message: 'Bad.' }), 'refused'],
    ['403', replies.error(403, { message: 'Country not supported.' }), 'authentication'],
    ['404', replies.error(404, { message: 'The model does not exist.', code: 'model_not_found' }), 'refused'],
    ['408', replies.error(408, { message: 'Timeout.' }), 'timed_out'],
    ['409', replies.error(409, { message: 'Conflict.' }), 'unavailable'],
    ['429', replies.error(429, { message: 'Slow down.', code: 'rate_limit_exceeded' }), 'rate_limited'],
    [
      '429 for a used-up quota',
      replies.error(429, { message: 'Pay.', code: 'insufficient_quota' }),
      'refused',
    ],
    ['500', replies.error(500, { message: 'Oops.' }), 'unavailable'],
    ['503', replies.error(503, { message: 'Overloaded.' }), 'unavailable'],
    ['a web page from a proxy', replies.raw(502, 'text/html', '<h1>Bad gateway</h1>'), 'unavailable'],
    [
      'a broken chunk',
      replies.chat({ text: ['a', 'b'], after: { chunks: 2, does: 'malformed' } }),
      'malformed',
    ],
    [
      'an error inside the stream',
      replies.chat({ text: ['a'], after: { chunks: 1, does: 'error' } }),
      'unavailable',
    ],
    [
      'a cut connection',
      replies.chat({ text: ['a', 'b', 'c'], after: { chunks: 2, does: 'cut' } }),
      'unavailable',
    ],
    [
      'a stream without an end',
      replies.chat({ text: ['a'], after: { chunks: 2, does: 'end' } }),
      'malformed',
    ],
  ])('%s becomes a ProviderError', async (_, reply, kind) => {
    standIn.script(reply);
    const before = standIn.requests.length;
    const error = await answer().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind });
    expect(standIn.requests.length).toBe(before + 1);
  });

  test('tells how long to wait', async () => {
    const slow = { message: 'Slow down.' };
    standIn.script(
      replies.error(429, slow, { 'retry-after': '7' }),
      replies.error(503, slow, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
      replies.error(429, slow, { 'retry-after': '9', 'retry-after-ms': '120' }),
    );
    const waits = [];
    for (let i = 0; i < 3; i++)
      waits.push((await answer().catch((error: ProviderError) => error)) as ProviderError);
    expect(waits[0]!.retryAfterMs).toBe(7_000);
    expect(waits[1]!.retryAfterMs).toBeGreaterThan(50_000);
    expect(waits[2]!.retryAfterMs).toBe(120);
  });

  test('of the key says so and never repeats the key', async () => {
    const error = await answer({ settings: { apiKey: 'sk-wrong-key' } }).catch((failure: Error) => failure);
    expect(error).toMatchObject({ kind: 'authentication' });
    expect((error as Error).message).not.toContain('sk-wrong-key');
  });

  test('to reach the server at all is "unavailable"', async () => {
    const closed = await StandIn.open();
    const baseUrl = closed.baseUrl;
    await closed.close();
    await expect(answer({ settings: { baseUrl } })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('aborting', () => {
  test.each<[string, Reply]>([
    ['before the first chunk', replies.chat({ text: ['a'], firstChunkMs: 60_000 })],
    [
      'in the middle of a stalled answer',
      replies.chat({ text: ['a', 'b'], after: { chunks: 2, does: 'stall' } }),
    ],
    ['while the server says nothing', replies.silence()],
  ])('%s ends the answer and reaches the server', async (_, reply) => {
    standIn.script(reply);
    const before = standIn.requests.length;
    const stop = new AbortController();
    const answered = answer({ signal: stop.signal });
    const rejected = expect(answered).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => standIn.requests.length).toBe(before + 1);
    stop.abort();
    await rejected;
    await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
  });

  test('by leaving early reaches the server too', async () => {
    standIn.script(replies.chat({ text: ['a', 'b'], after: { chunks: 2, does: 'stall' } }));
    for await (const _ of ask()) break;
    await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
  });

  test('beforehand asks nothing', async () => {
    const before = standIn.requests.length;
    await expect(answer({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(standIn.requests.length).toBe(before);
  });
});
