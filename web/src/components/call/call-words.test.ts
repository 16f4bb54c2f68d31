import { expect, test } from 'vitest';
import { callStatus, directionLabel, disconnectLabel, sentimentColor } from './labels.ts';
import { parseTranscription, turnAt } from './transcription.ts';
import { laterState } from './use-call.ts';

test('[CALLS-7] only lines of the agent and the user become turns', () => {
  const turns = parseTranscription(
    'Agent: Hello: who is it?\nnoise\n\nUser:  It is me.\r\nagent: lower case\nUser:',
  );
  expect(turns.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['agent', 'Hello: who is it?'],
    ['customer', 'It is me.'],
    ['customer', ''],
  ]);
});

test('the turn at a moment is the last one begun', () => {
  const turns = [
    { id: 'a', speaker: 'agent', text: '', startMs: 400 },
    { id: 'b', speaker: 'customer', text: '', startMs: 2_000 },
  ] as const;
  expect(turnAt(turns, 100)).toBeUndefined();
  expect(turnAt(turns, 1_999)?.id).toBe('a');
  expect(turnAt(turns, 2_000)?.id).toBe('b');
  expect(turnAt(parseTranscription('Agent: no times'), 5_000)).toBeUndefined();
});

test('[CALLS-2][CALLS-8] the words and colours of the log', () => {
  expect([directionLabel(0), directionLabel(1), directionLabel(7)]).toEqual([
    'Inbound',
    'Outbound',
    'Outbound',
  ]);
  expect(['completed', 'agent_hangup', 'user_hangup', 'whatever'].map(disconnectLabel)).toEqual([
    'Call Completed',
    'Agent Hangup',
    'User Hangup',
    'Unknown',
  ]);
  expect(['positive', 'negative', 'neutral', 'unknown', 'Positive'].map(sentimentColor)).toEqual([
    'pine',
    'red',
    'blue',
    'gray',
    'pine',
  ]);
  expect(callStatus('ended')).toEqual({ label: 'Successful', color: 'pine' });
  expect(callStatus('failed')).toEqual({ label: 'Failed', color: 'red' });
  expect(callStatus('ongoing').label).toBe('In progress');
});

test('of the read and the live feed the further state counts', () => {
  expect(laterState('talking', 'ringing')).toBe('talking');
  expect(laterState('ringing', 'ended')).toBe('ended');
  expect(laterState(undefined, null)).toBe('queued');
});
