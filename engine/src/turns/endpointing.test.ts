import { expect, test } from 'vitest';
import { decideEndpoint } from './endpointing.ts';

const policy = { endpointingMs: 500, unfinishedEndpointingMs: 1400 };

type Row = {
  title: string;
  text: string;
  isFinal: boolean;
  silenceMs: number;
  isSpeech?: boolean;
  decision: string;
};

const rows: Row[] = [
  {
    title: 'a complete final waits for the pause',
    text: 'Yes.',
    isFinal: true,
    silenceMs: 480,
    decision: 'wait',
  },
  {
    title: 'a complete final ends the turn after the pause',
    text: 'Yes.',
    isFinal: true,
    silenceMs: 500,
    decision: 'over',
  },
  {
    title: 'unfinished words get more time',
    text: 'I want to',
    isFinal: true,
    silenceMs: 1380,
    decision: 'wait',
  },
  { title: 'unfinished words end too', text: 'I want to', isFinal: true, silenceMs: 1400, decision: 'over' },
  {
    title: 'speech that goes on never ends the turn',
    text: 'Yes.',
    isFinal: true,
    silenceMs: 900,
    isSpeech: true,
    decision: 'wait',
  },
  { title: 'a final is waited for', text: 'Yes.', isFinal: false, silenceMs: 899, decision: 'wait' },
  {
    title: 'the partial stands in for a final that is late',
    text: 'Yes.',
    isFinal: false,
    silenceMs: 900,
    decision: 'over',
  },
  {
    title: 'without a word the floor is free again',
    text: '',
    isFinal: false,
    silenceMs: 900,
    decision: 'overdue',
  },
  { title: 'a final without words is nothing', text: '', isFinal: true, silenceMs: 100, decision: 'empty' },
];

test.each(rows)('$title', ({ text, isFinal, silenceMs, isSpeech = false, decision }) => {
  const turn = { startMs: 0, utterances: [{ id: 1, text, isFinal }] };
  const decided = decideEndpoint({ turn, isSpeech, silenceMs, finalWaitMs: 900, policy });
  expect(decided.type).toBe(decision);
});
