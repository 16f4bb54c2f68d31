import { expect, test } from 'vitest';
import type { CallEvent } from '../interfaces/call-events.ts';
import { LatencyLog } from './latency.ts';
import { Narrator } from './narrator.ts';
import { Transcript } from './transcript.ts';

test('each change is told once, and nothing after the end', () => {
  const events: CallEvent[] = [];
  const narrator = new Narrator((event) => events.push(event));
  narrator.speaking('nobody', 20);
  narrator.speaking('agent', 40);
  narrator.speaking('agent', 60);
  narrator.agentHeard({ heardText: () => 'Hello' }, 1, 200);
  narrator.agentHeard({ heardText: () => 'Hello there' }, 1, 300);
  narrator.agentHeard({ heardText: () => 'Hello' }, 1, 400);
  narrator.customerHeard('', 420);
  narrator.customerHeard('Yes', 440);
  narrator.end('goodbye', 500);
  narrator.note('tool', 'late', 520);
  narrator.speaking('agent', 540);
  narrator.end('silence', 560);
  expect(events.map((event) => `${event.type} ${event.atMs}`)).toEqual([
    'speaking 40',
    'partial 200',
    'partial 440',
    'speaking 500',
    'ended 500',
  ]);
});

test('latency counts from the last voiced frame, and belongs to one reply', () => {
  const log = new LatencyLog();
  log.markVoiced(980);
  log.markVoiced(1000);
  log.markFinal(1300);
  log.begin(2, 'speech', 1500);
  log.mark(1, 'firstTokenMs', 1550);
  log.mark(2, 'firstTokenMs', 1600.04);
  log.mark(2, 'firstTokenMs', 1700);
  expect(log.read(1)).toBeNull();
  expect(log.read(2)).toEqual({
    endpointMs: 500,
    finalTranscriptMs: 300,
    firstTokenMs: 600,
    firstAudioMs: null,
    firstFrameMs: null,
  });
  log.begin(3, 'digits', 9000);
  expect(log.read(3)).toMatchObject({ endpointMs: 0, finalTranscriptMs: null });
});

test('a reply that never sounded makes no turn, and times are those of its frames', () => {
  const transcript = new Transcript();
  const reply = { generation: 4, wasInterrupted: true, latency: null };
  expect(transcript.closeReply({ ...reply, heardText: 'Hello' })).toBeNull();
  transcript.markAgentFrame(4, 1020);
  transcript.markAgentFrame(4, 1400);
  expect(transcript.takeHeardGeneration()).toBe(4);
  expect(transcript.takeHeardGeneration()).toBeNull();
  expect(transcript.closeReply({ ...reply, heardText: '' })).toBeNull();
  expect(transcript.closeReply({ ...reply, heardText: 'Hello' })).toMatchObject({
    startMs: 1000,
    endMs: 1400,
  });
});
