import { expect, test } from 'vitest';
import { isBackchannel } from './backchannel.ts';

const listening = [
  'mhm',
  'Mm-hmm.',
  'yeah',
  'Yeah, right.',
  'okay',
  'Uh huh',
  'I see',
  'right right',
  'genau',
  'hm',
  'got it',
];
const words = [
  'no',
  'stop',
  'wait',
  'yeah but',
  'I forgot it',
  'okay I want two',
  'mhm what about Friday',
  '',
  'hello',
];

test.each(listening)('"%s" only shows that somebody listens', (text) => {
  expect(isBackchannel(text)).toBe(true);
});

test.each(words)('"%s" is no backchannel', (text) => {
  expect(isBackchannel(text)).toBe(false);
});
