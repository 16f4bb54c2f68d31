import { expect, test } from 'vitest';
import type { CustomerStep } from '../testing/customer-script.ts';
import { type CallOutcome, type CallScript, runCall } from '../testing/run-call.ts';

const longAnswer =
  'We bake bread every morning at five. We have cakes, rolls and pies. You can order by phone, and we deliver on Fridays.';
const asksAt3s: CustomerStep = { atMs: 3000, does: 'speaks', text: 'What do you have?', durationMs: 900 };

function firstSilentMs(call: CallOutcome, fromMs: number): number {
  return call.media.written.findIndex((level, i) => i * 20 >= fromMs && (level === null || level < -60)) * 20;
}

test('a call is greeted, answered and ended after goodbye', async () => {
  const call = await runCall({
    customer: [
      { atMs: 3000, does: 'speaks', text: 'How much is a cake?', durationMs: 900 },
      { atMs: 9000, does: 'speaks', text: 'Thank you, goodbye.', durationMs: 900 },
    ],
    answer: (_, request) =>
      request === 1
        ? 'A cake is ten dollars. Would you like one?'
        : { text: 'Thank you for calling. Goodbye!', toolCalls: [{ name: 'end_call' }] },
  });
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'User: How much is a cake?',
    'Agent: A cake is ten dollars. Would you like one?',
    'User: Thank you, goodbye.',
    'Agent: Thank you for calling. Goodbye!',
  ]);
  expect(call.endReason).toBe('goodbye');
  expect(call.events.at(-1)?.type).toBe('ended');
  expect(call.media.written.length).toBe(call.media.reads);
  expect(call.recorder).toEqual({ frames: call.media.reads, closes: 1 });
  expect(call.media.closes).toBe(1);
  expect(call.speechToText?.closed).toBe(1);
});

test('a call that hears ahead of its ticks is the same call', async () => {
  const script: CallScript = { customer: [asksAt3s], answer: () => longAnswer, forMs: 9000 };
  const call = await runCall(script);
  const ahead = await runCall({
    ...script,
    onTick: (atMs, running) => {
      // As there is time: twice, once or not at all.
      for (let i = 0; i < (atMs / 20) % 3; i += 1) running.hear();
    },
  });
  expect(ahead.lines).toEqual(call.lines);
  expect(ahead.media.reads).toBe(call.media.reads);
  expect(ahead.media.written.length).toBe(call.media.written.length);
  expect(ahead.recorder.frames).toBe(call.recorder.frames);
});

test('turns stand where they are in the recording', async () => {
  const call = await runCall({ customer: [asksAt3s], answer: () => 'Bread.', forMs: 7000 });
  const [greeting, question, answer] = call.turns;
  // "Hello, this is Ada." is 19 characters of 60 ms, in chunks of 200 ms.
  expect([greeting?.startMs, greeting?.endMs]).toEqual([0, 1200]);
  expect(question?.startMs).toBe(3000);
  expect(question?.endMs).toBeGreaterThanOrEqual(3880);
  expect(question?.endMs).toBeLessThanOrEqual(3900);
  expect(answer?.startMs).toBe((question?.endMs ?? 0) + 320);
});

test('with instant providers the answer is on the wire within a tick of the endpoint', async () => {
  const call = await runCall({ customer: [asksAt3s], answer: () => 'Bread.', forMs: 7000 });
  const { latency } = call.turns[2] ?? {};
  expect(latency?.endpointMs).toBe(320);
  expect(latency?.finalTranscriptMs).toBe(300);
  expect(latency?.firstFrameMs).toBeLessThanOrEqual(340);
  expect(call.turns[0]?.latency).toBeNull();
});

test('latency marks say where the time went', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'Bread.', firstTokenMs: 300 }),
    textToSpeech: { firstChunkMs: 200 },
    forMs: 7000,
  });
  expect(call.turns[2]?.latency).toEqual({
    endpointMs: 320,
    finalTranscriptMs: 300,
    firstTokenMs: 620,
    firstAudioMs: 820,
    firstFrameMs: 820,
  });
});

test('the agent falls silent within 150 ms of the first speech over it, and only what was heard is kept', async () => {
  const cutsInAt = 6000;
  const call = await runCall({
    customer: [
      asksAt3s,
      { atMs: cutsInAt, does: 'speaks', text: 'Stop, only bread please.', durationMs: 1200 },
    ],
    answer: (_, request) => (request === 1 ? longAnswer : 'Bread it is.'),
    forMs: 12_000,
  });
  expect(firstSilentMs(call, cutsInAt) - cutsInAt).toBeLessThanOrEqual(150);
  const cut = call.turns[2];
  expect(cut?.wasInterrupted).toBe(true);
  expect(cut?.text.length).toBeLessThan(longAnswer.length / 2);
  expect(longAnswer.startsWith(cut?.text ?? '?')).toBe(true);
  expect(call.lines.slice(3)).toEqual(['User: Stop, only bread please.', 'Agent: Bread it is.']);
  const messages = call.languageModel.requests[1]?.messages ?? [];
  expect(messages.at(-2)).toEqual({ role: 'agent', text: cut?.text });
  expect(messages.at(-1)).toEqual({ role: 'customer', text: 'Stop, only bread please.' });
});

test.each([
  ['a cough', { atMs: 6000, does: 'makes_noise', durationMs: 200 }],
  ['a "mhm"', { atMs: 6000, does: 'speaks', text: 'mhm', durationMs: 300 }],
] as [string, CustomerStep][])(
  '%s stops the agent for a moment; it goes on where it was',
  async (_, sound) => {
    const call = await runCall({ customer: [asksAt3s, sound], answer: () => longAnswer, forMs: 20_000 });
    const silentMs = firstSilentMs(call, 6000);
    expect(silentMs - 6000).toBeLessThanOrEqual(150);
    const resumed = call.media.written.findIndex(
      (level, i) => i * 20 > silentMs && level !== null && level > -60,
    );
    expect(resumed * 20 - silentMs).toBeGreaterThan(500);
    expect(resumed * 20 - silentMs).toBeLessThan(1500);
    expect(call.lines.slice(2)).toEqual([`Agent: ${longAnswer}`]);
    expect(call.turns[2]?.wasInterrupted).toBe(false);
  },
);

test('first words over the greeting are not lost', async () => {
  const call = await runCall({
    customer: [{ atMs: 500, does: 'speaks', text: 'Hello, is this the bakery?', durationMs: 1500 }],
    answer: () => 'Yes, it is.',
    forMs: 6000,
  });
  expect(call.lines).toEqual(['Agent: Hello,', 'User: Hello, is this the bakery?', 'Agent: Yes, it is.']);
});

test('a silent agent lets the customer begin', async () => {
  const call = await runCall({
    customer: [{ atMs: 1000, does: 'speaks', text: 'Hello?', durationMs: 500 }],
    answer: () => 'Hello, this is the bakery.',
    agent: { welcome: { mode: 'silent', text: 'never said' } },
    forMs: 5000,
  });
  expect(call.lines).toEqual(['User: Hello?', 'Agent: Hello, this is the bakery.']);
});

test('merge fields of the greeting are filled, missing ones leave nothing', async () => {
  const welcome = { mode: 'play', text: 'Hello {first_name}, this is {company}.' } as const;
  const known = await runCall({
    customer: [],
    answer: () => '',
    agent: { welcome, knownFields: { first_name: 'Ana', company: 'Rye' } },
    forMs: 4000,
  });
  expect(known.lines).toEqual(['Agent: Hello Ana, this is Rye.']);
  const missing = await runCall({
    customer: [],
    answer: () => '',
    agent: { welcome, knownFields: { company: 'Rye' } },
    forMs: 4000,
  });
  expect(missing.lines).toEqual(['Agent: Hello, this is Rye.']);
});

test('silence is asked about and ends the call politely', async () => {
  const call = await runCall({ customer: [], answer: () => '' });
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'Agent: Are you still there?',
    'Agent: Are you still there?',
    'Agent: I cannot hear you any more, so I will end the call here. Goodbye.',
  ]);
  expect(call.endReason).toBe('silence');
});

test('keys interrupt the agent and reach the model as text', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 6000, does: 'presses', digits: '12#' }],
    answer: (_, request) => (request === 1 ? longAnswer : 'Twelve it is.'),
    forMs: 9000,
  });
  expect(call.turns[2]?.wasInterrupted).toBe(true);
  expect(call.lines.slice(3)).toEqual(['User: (pressed 12 on the phone keypad)', 'Agent: Twelve it is.']);
  expect(call.turns[3]?.by).toBe('digits');
  expect(call.notes).toEqual(['digits_received: 12#']);
});

test('typed text is a turn at once', async () => {
  const call = await runCall({
    customer: [{ atMs: 3000, does: 'types', text: 'Do you deliver?' }],
    answer: () => 'On Fridays.',
    forMs: 6000,
  });
  expect(call.lines.slice(1)).toEqual(['User: Do you deliver?', 'Agent: On Fridays.']);
  expect(call.turns[2]?.startMs).toBeLessThanOrEqual(3020);
});

test('a hold stops the agent, and it goes on afterwards', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 6000, does: 'holds' }, { atMs: 36_000, does: 'resumes' }],
    answer: () => longAnswer,
    forMs: 44_000,
  });
  const during = call.media.written.slice(302, 1799).filter((level) => level !== null && level > -60);
  expect(during).toEqual([]);
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'User: What do you have?',
    `Agent: ${longAnswer}`,
  ]);
  expect(call.notes).toEqual(['held: The call was put on hold.', 'resumed: The call went on.']);
});

test('lost media ends the call', async () => {
  const call = await runCall({ customer: [{ atMs: 2000, does: 'is_lost' }], answer: () => '' });
  expect(call.endReason).toBe('media_lost');
  expect(call.ticks).toBe(101);
});

test('a hang-up in the middle of a sentence keeps what was heard, and nothing is told afterwards', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 6000, does: 'hangs_up' }],
    answer: () => longAnswer,
  });
  expect(call.endReason).toBe('customer_hung_up');
  expect(call.turns.at(-1)?.wasInterrupted).toBe(true);
  expect(longAnswer.startsWith(call.turns.at(-1)?.text ?? '?')).toBe(true);
  expect(call.events.filter(({ type }) => type === 'ended').length).toBe(1);
  expect(call.events.at(-1)?.type).toBe('ended');
});

test('the longest duration ends the call with its farewell', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => longAnswer,
    policy: { maxDurationMs: 6000 },
  });
  expect(call.endReason).toBe('max_duration');
  expect(call.lines.at(-1)).toBe(
    'Agent: We have reached the end of our time for this call. Thank you, and goodbye.',
  );
});

test('without a recogniser the call goes on by touch-tone', async () => {
  const call = await runCall({
    customer: [{ atMs: 9000, does: 'presses', digits: '1' }],
    answer: () => 'You chose bread.',
    speechToText: null,
    forMs: 15_000,
  });
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'Agent: I cannot understand speech on this line. Please answer with the keys of your phone.',
    'User: (pressed 1 on the phone keypad)',
    'Agent: You chose bread.',
  ]);
  expect(call.languageModel.requests[0]?.messages[0]?.role).toBe('system');
  expect(JSON.stringify(call.languageModel.requests[0]?.messages[0])).toContain('only answer by the keys');
});

test('a far end that tells its words is understood without ears', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'Bread.',
    speechToText: { hearsAudio: false },
    tellsWords: true,
    forMs: 7000,
  });
  // The greeting is over at 1.2 s: the notice comes before the first words, which are understood all the same.
  expect(call.lines).toContain('User: What do you have?');
  expect(call.lines.at(-1)).toBe('Agent: Bread.');
});

test('calls of three minutes run in a moment', async () => {
  const customer = Array.from(
    { length: 17 },
    (_, i): CustomerStep => ({
      atMs: 3000 + i * 10_000,
      does: 'speaks',
      text: `Question number ${i} about bread?`,
      durationMs: 1500,
    }),
  );
  const script: CallScript = {
    customer,
    answer: () => 'Bread is two dollars. Anything else?',
    forMs: 180_000,
  };
  const call = await runCall(script);
  expect(call.ticks).toBe(9000);
  expect(call.turns.filter(({ speaker }) => speaker === 'customer').length).toBe(17);
});
