import { expect, test } from 'vitest';
import { defaultCallPolicy } from '../interfaces/call-settings.ts';
import type { CustomerStep } from '../testing/customer-script.ts';
import { type CallOutcome, runCall } from '../testing/run-call.ts';

const asksAt3s: CustomerStep = { atMs: 3000, does: 'speaks', text: 'What do you have?', durationMs: 900 };
const apology = `Agent: ${defaultCallPolicy.apology}`;

/** Longest time without a sound of either side, from the customer's last sound on. */
function longestSilenceMs(call: CallOutcome, fromMs: number): number {
  let longest = 0;
  let silent = 0;
  for (const level of call.media.written.slice(fromMs / 20)) {
    silent = level !== null && level > -60 ? 0 : silent + 20;
    longest = Math.max(longest, silent);
  }
  return longest;
}

test('a language model that fails once is asked again', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1 ? { text: 'Bread.', fails: { kind: 'unavailable', afterParts: 0 } } : 'Bread and rolls.',
    forMs: 8000,
  });
  expect(call.lines.at(-1)).toBe('Agent: Bread and rolls.');
  expect(call.notes).toEqual([
    'provider_failed: The language model failed (unavailable).',
    'provider_recovered: The language model works again.',
  ]);
});

test('a rate limit is waited out as long as the provider asks', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1
        ? { text: 'x', fails: { kind: 'rate_limited', afterParts: 0, retryAfterMs: 1500 } }
        : 'Bread.',
    forMs: 9000,
  });
  expect(call.turns[2]?.latency?.firstFrameMs).toBeGreaterThanOrEqual(1820);
  expect(call.turns[2]?.latency?.firstFrameMs).toBeLessThanOrEqual(1880);
});

test('a rate limit longer than a caller waits is apologised for', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'x', fails: { kind: 'rate_limited', afterParts: 0, retryAfterMs: 60_000 } }),
  });
  expect(call.lines.at(-1)).toBe(apology);
  expect(call.endReason).toBe('provider_failed');
});

test('a language model that fails twice is apologised for, and the call ends', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'Bread.', fails: { kind: 'unavailable', afterParts: 0 } }),
  });
  expect(call.languageModel.requests.length).toBe(2);
  expect(call.lines.at(-1)).toBe(apology);
  expect(call.endReason).toBe('provider_failed');
});

test('a wrong key is not tried again', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'Bread.', fails: { kind: 'authentication', afterParts: 0 } }),
  });
  expect(call.languageModel.requests.length).toBe(1);
  expect(call.endReason).toBe('provider_failed');
});

test('a model that is cut off in the middle goes on from what was said', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1
        ? { text: 'We have bread. We also have', fails: { kind: 'unavailable', afterParts: 4 } }
        : 'We also have rolls.',
    forMs: 9000,
  });
  expect(call.lines.at(-1)).toBe('Agent: We have bread. We also have rolls.');
  expect(call.languageModel.requests[1]?.messages.at(-2)).toEqual({ role: 'agent', text: 'We have bread.' });
});

test('a slow model gets a filler, and its answer follows', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => ({ text: 'We have bread.', firstTokenMs: 4000 }),
    forMs: 12_000,
  });
  expect(call.lines.at(-1)).toBe('Agent: One moment, please. We have bread.');
});

test('a model that stalls is asked again behind a filler', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) => (request === 1 ? { text: 'x', stallsAfterParts: 0 } : 'We have bread.'),
    forMs: 15_000,
  });
  expect(call.lines.at(-1)).toBe('Agent: One moment, please. We have bread.');
  expect(longestSilenceMs(call, 4400)).toBeLessThanOrEqual(6020);
});

test('a model that stalls for good never leaves the line dead for longer than the limit', async () => {
  const call = await runCall({ customer: [asksAt3s], answer: () => ({ text: 'x', stallsAfterParts: 0 }) });
  expect(call.endReason).toBe('provider_failed');
  expect(call.lines.slice(-2)).toEqual(['Agent: One moment, please.', apology]);
  expect(longestSilenceMs(call, 4400)).toBeLessThanOrEqual(6020);
});

test('a model that stalls in the middle of its answer is asked to go on', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1 ? { text: 'We have bread. And we', stallsAfterParts: 4 } : 'We have rolls.',
    forMs: 20_000,
  });
  expect(call.lines[2]).toBe('Agent: We have bread. One moment, please. We have rolls.');
});

test('a synthesiser that fails once on a sentence speaks it the second time', async () => {
  let tries = 0;
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'We have bread.',
    textToSpeech: {
      plan: (text) => {
        if (text === 'We have bread.') tries += 1;
        return tries === 1 ? { fails: 'unavailable', afterChunks: 0 } : 'speaks';
      },
    },
    forMs: 9000,
  });
  expect(call.lines.at(-1)).toBe('Agent: We have bread.');
  expect(call.notes).toEqual([
    'provider_failed: The synthesiser failed (unavailable).',
    'provider_recovered: The synthesiser works again.',
  ]);
});

test('a synthesiser that dies is survived by the prepared apology', async () => {
  let isDead = false;
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'We have bread.',
    textToSpeech: { plan: () => (isDead ? { fails: 'unavailable', afterChunks: 0 } : 'speaks') },
    onTick: (atMs) => {
      isDead = atMs > 3000;
    },
  });
  expect(call.lines.at(-1)).toBe(apology);
  expect(call.endReason).toBe('provider_failed');
});

test('a synthesiser that stalls is survived by the prepared apology within the limit', async () => {
  let isDead = false;
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'We have bread.',
    textToSpeech: { plan: () => (isDead ? { stallsAfter: 0 } : 'speaks') },
    onTick: (atMs) => {
      isDead = atMs > 3000;
    },
  });
  expect(call.lines.at(-1)).toBe(apology);
  expect(longestSilenceMs(call, 4400)).toBeLessThanOrEqual(6020);
});

test('a synthesiser that was never there ends the call at once', async () => {
  const call = await runCall({
    customer: [],
    answer: () => '',
    textToSpeech: { plan: () => ({ fails: 'authentication', afterChunks: 0 }) },
  });
  expect(call.endReason).toBe('provider_failed');
  expect(call.turns).toEqual([]);
  expect(call.ticks).toBeLessThan(5);
});

test('a recogniser that fails once is opened again, and the customer is asked to repeat', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 7500, does: 'speaks', text: 'What do you have?', durationMs: 900 }],
    answer: () => 'Bread.',
    speechToText: { partialEveryMs: null, plan: (n) => (n === 1 ? { fails: 'unavailable' } : 'hears') },
    forMs: 12_000,
  });
  expect(call.speechToText?.opened).toBe(2);
  expect(call.lines.slice(1)).toEqual([
    'Agent: Are you still there?',
    'User: What do you have?',
    'Agent: Bread.',
  ]);
  expect(call.notes).toEqual([
    'provider_failed: The recogniser failed (unavailable).',
    'provider_recovered: The recogniser works again.',
  ]);
});

test('a recogniser that fails for good is replaced by touch-tone', async () => {
  const call = await runCall({
    customer: [asksAt3s, { atMs: 12_000, does: 'presses', digits: '1' }],
    answer: () => 'Bread.',
    speechToText: { partialEveryMs: null, plan: () => ({ fails: 'authentication' }) },
    forMs: 18_000,
  });
  expect(call.lines.slice(1)).toEqual([
    `Agent: ${defaultCallPolicy.touchToneNotice}`,
    'User: (pressed 1 on the phone keypad)',
    'Agent: Bread.',
  ]);
  expect(call.speechToText?.closed).toBe(1);
});

test('a recogniser that never answers leaves no dead air', async () => {
  const call = await runCall({
    customer: [asksAt3s],
    answer: () => 'Bread.',
    speechToText: { partialEveryMs: null, plan: () => 'stalls' },
    forMs: 14_000,
  });
  expect(call.lines).toContain('Agent: Are you still there?');
});
