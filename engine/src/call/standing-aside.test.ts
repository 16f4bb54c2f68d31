import { expect, test } from 'vitest';
import type { OtherSide } from '../interfaces/other-side.ts';
import type { OutsideTool, OutsideToolResult } from '../interfaces/outside-tools.ts';
import type { CustomerStep } from '../testing/customer-script.ts';
import { type CallScript, runCall } from '../testing/run-call.ts';
import { toolsForAgent } from '../tools/tools-for-agent.ts';

const asksAt3s: CustomerStep = { atMs: 3000, does: 'speaks', text: 'A person, please.', durationMs: 900 };
const transfer: OutsideTool = {
  name: 'transfer_call',
  description: 'Hands the call over.',
  parameters: { type: 'object', properties: {} },
  waitsForSpeech: true,
  timeoutMs: 3_600_000,
  waitingWords: 'I am putting you through.',
  speaksAfter: true,
  stepsAside: true,
};

/** A call in which the agent hands over at about 6 s; a minute after its beginning the transfer has this outcome. */
async function handOver(script: Partial<CallScript>, outcome: OutsideToolResult) {
  const heard = { frames: 0, digits: '', closes: 0 };
  const tone = new Int16Array(160).fill(9000);
  const otherSide: OtherSide = {
    exchange: () => {
      heard.frames += 1;
      return tone;
    },
    takeDigit: (digit) => {
      heard.digits += digit;
    },
    close: () => {
      heard.closes += 1;
    },
  };
  let finish: (result: OutsideToolResult) => void = () => undefined;
  const states = { isAborted: false };
  const outside = {
    run: (_: unknown, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        states.isAborted = true;
      });
      return new Promise<OutsideToolResult>((resolve) => {
        finish = resolve;
      });
    },
  };
  const call = await runCall({
    customer: [asksAt3s],
    answer: (_, request) =>
      request === 1 ? { toolCalls: [{ name: 'transfer_call' }] } : 'Nobody answered. Shall we call you back?',
    tools: toolsForAgent({ own: [], outside: [transfer] }, outside),
    otherSide,
    tellsWords: true,
    speechToText: { hearsAudio: false },
    onTick: (atMs) => {
      if (atMs === 60_000) finish(outcome);
    },
    ...script,
  });
  return { call, heard, states };
}

test('an agent that steps aside is silent for as long as it takes, then comes back and says so', async () => {
  const { call, heard } = await handOver(
    {
      customer: [
        asksAt3s,
        { atMs: 20_000, does: 'speaks', text: 'Hello, is that you?', durationMs: 2000 },
        { atMs: 30_000, does: 'presses', digits: '12' },
        { atMs: 35_000, does: 'holds' },
        { atMs: 36_000, does: 'resumes' },
        { atMs: 66_000, does: 'speaks', text: 'Yes, please do.', durationMs: 900 },
      ],
      forMs: 72_000,
    },
    { result: 'Nobody answered.' },
  );
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'User: A person, please.',
    'Agent: I am putting you through. Nobody answered. Shall we call you back?',
    'User: Yes, please do.',
    expect.stringContaining('Agent: Nobody answered.'),
  ]);
  // From about 6 s to 60 s the customer hears the other side, frame by frame, and so does the recording.
  expect(heard.frames).toBeGreaterThan(52_000 / 20);
  expect(heard.frames).toBeLessThan(56_000 / 20);
  expect(heard.digits).toBe('12');
  expect(heard.closes).toBe(1);
  expect(call.media.written).toHaveLength(call.ticks);
  expect(call.recorder.frames).toBe(call.ticks);
  expect(call.notes).toEqual(['tool: transfer_call: Nobody answered.']);
});

test('a call that was handed over ends as that, and nothing more is said', async () => {
  const { call, heard } = await handOver({}, { result: 'They have talked.', endReason: 'transferred' });
  expect(call.endReason).toBe('transferred');
  expect(call.ticks * 20).toBeLessThan(61_000);
  expect(call.lines.at(-1)).toBe('Agent: I am putting you through.');
  expect(heard.closes).toBe(1);
});

test('the customer who hangs up meanwhile ends the call and what was under way', async () => {
  const { call, states, heard } = await handOver(
    { customer: [asksAt3s, { atMs: 25_000, does: 'hangs_up' }] },
    { result: '' },
  );
  expect(call.endReason).toBe('customer_hung_up');
  expect(states.isAborted).toBe(true);
  expect(heard.closes).toBe(1);
  expect(call.lines.at(-1)).toBe('Agent: I am putting you through.');
  expect(call.turns.at(-1)?.wasInterrupted).toBe(false);
});
