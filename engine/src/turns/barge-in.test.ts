import { expect, test } from 'vitest';
import { decideOverlap, isBargeIn } from './barge-in.ts';

const policy = { resumeAfterMs: 700, bargeInMs: 80 };

test('speech as long as the policy says pauses the agent', () => {
  expect(isBargeIn(60, policy)).toBe(false);
  expect(isBargeIn(80, policy)).toBe(true);
});

const rows = [
  {
    title: 'words decide at once',
    text: 'wait',
    isFinal: false,
    silenceMs: 0,
    isSpeech: true,
    decision: 'words',
  },
  {
    title: 'a backchannel in the middle of speech decides nothing',
    text: 'yeah',
    isFinal: false,
    silenceMs: 0,
    isSpeech: true,
    decision: 'undecided',
  },
  {
    title: 'a backchannel that is over lets the agent go on',
    text: 'yeah',
    isFinal: true,
    silenceMs: 700,
    isSpeech: false,
    decision: 'backchannel',
  },
  {
    title: 'a cough is waited out',
    text: '',
    isFinal: true,
    silenceMs: 680,
    isSpeech: false,
    decision: 'undecided',
  },
  {
    title: 'a cough that is over lets the agent go on',
    text: '',
    isFinal: true,
    silenceMs: 700,
    isSpeech: false,
    decision: 'noise',
  },
  {
    title: 'a recogniser at work is waited for',
    text: '',
    isFinal: false,
    silenceMs: 1100,
    isSpeech: false,
    decision: 'undecided',
  },
  {
    title: 'a recogniser that is late is not',
    text: '',
    isFinal: false,
    silenceMs: 1200,
    isSpeech: false,
    decision: 'noise',
  },
];

test.each(rows)('$title', ({ text, isFinal, silenceMs, isSpeech, decision }) => {
  const turn = { startMs: 0, utterances: [{ id: 1, text, isFinal }] };
  expect(decideOverlap({ turn, isSpeech, silenceMs, finalWaitMs: 1200, policy })).toBe(decision);
});
