import { expect, test } from 'vitest';
import { decideEndpoint } from './endpointing.ts';

const policy = { endpointingMs: 500, finishedEndpointingMs: 320, unfinishedEndpointingMs: 1400 };

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
    title: 'words that tell nothing wait for the pause',
    text: 'I have a dog.',
    isFinal: true,
    silenceMs: 480,
    decision: 'wait',
  },
  {
    title: 'words that tell nothing end the turn after the pause',
    text: 'I have a dog.',
    isFinal: true,
    silenceMs: 500,
    decision: 'over',
  },
  { title: 'a clear answer waits a little', text: 'Yes.', isFinal: true, silenceMs: 300, decision: 'wait' },
  {
    title: 'a clear answer is answered sooner',
    text: 'Yes.',
    isFinal: true,
    silenceMs: 320,
    decision: 'over',
  },
  {
    title: 'a whole question is answered sooner',
    text: 'what are your opening hours',
    isFinal: true,
    silenceMs: 320,
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
