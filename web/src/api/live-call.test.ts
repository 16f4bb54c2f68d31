import type { CallTurn } from '@parley/contract/calls';
import type { LiveEvent } from '@parley/contract/live-events';
import { expect, test } from 'vitest';
import { advanceLiveCall, mergeNotes, mergeTurns, newLiveCall } from './live-call.ts';

const turn = (id: string, startMs: number, text = id): CallTurn => ({
  id,
  speaker: 'customer',
  text,
  startMs,
  endMs: startMs + 500,
  wasInterrupted: false,
  by: 'speech',
  latency: null,
});
const changed = (state: 'ringing' | 'talking' | 'ended'): LiveEvent => ({
  type: 'call.changed',
  callId: 'c',
  state,
  direction: 1,
  agentName: 'A',
  fromNumber: '1',
  toNumber: '2',
  endReason: state === 'ended' ? 'goodbye' : null,
});
const play = (...events: LiveEvent[]) => events.reduce(advanceLiveCall, newLiveCall);

test('words still being said give way to the turn they become', () => {
  const speaking = play(
    { type: 'call.partial', callId: 'c', speaker: 'customer', text: 'Good mor' },
    { type: 'call.partial', callId: 'c', speaker: 'agent', text: 'Hel' },
  );
  expect(speaking.partials).toEqual({ customer: 'Good mor', agent: 'Hel' });
  const said = advanceLiveCall(speaking, { type: 'call.turn', callId: 'c', turn: turn('t1', 100) });
  expect(said.partials).toEqual({ customer: '', agent: 'Hel' });
  expect(said.turns.map(({ id }) => id)).toEqual(['t1']);
});

test('an ended call stays ended, whatever arrives late, and nobody speaks in it', () => {
  const ended = play(
    changed('talking'),
    { type: 'call.speaking', callId: 'c', speaker: 'agent' },
    { type: 'call.partial', callId: 'c', speaker: 'agent', text: 'Good' },
    changed('ended'),
    changed('talking'),
  );
  expect(ended).toMatchObject({ state: 'ended', endReason: 'goodbye', speaking: 'nobody' });
  expect(ended.partials.agent).toBe('');
});

test('turns told twice are kept once, in the order they were spoken, with the newer words', () => {
  const merged = mergeTurns([turn('b', 200), turn('a', 100)], [turn('b', 200, 'corrected'), turn('c', 300)]);
  expect(merged.map(({ id, text }) => [id, text])).toEqual([
    ['a', 'a'],
    ['b', 'corrected'],
    ['c', 'c'],
  ]);
});

test('notes told twice are kept once', () => {
  const key = { atMs: 900, kind: 'digits_received', text: '4' } as const;
  const again = { atMs: 400, kind: 'held', text: '' } as const;
  expect(mergeNotes([key], [key, again])).toEqual([again, key]);
});

test('a call of any length keeps a bounded number of turns', () => {
  let call = newLiveCall;
  for (let at = 0; at < 520; at += 1)
    call = advanceLiveCall(call, { type: 'call.turn', callId: 'c', turn: turn(`t${at}`, at) });
  expect(call.turns).toHaveLength(500);
  expect(call.turns.at(-1)?.id).toBe('t519');
});
