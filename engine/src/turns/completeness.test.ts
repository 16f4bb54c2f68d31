import { expect, test } from 'vitest';
import { isFinished, isUnfinished } from './completeness.ts';

const complete = [
  '',
  'Yes.',
  'yeah',
  'No',
  'I would like to book a table.',
  'What is the price?',
  'where are you from?',
  'two',
  'It is',
  'my number is 5 5 5 0 1 2 3 4 5 6',
  'it is five five five one two three four',
  'anna dot meyer at example dot com',
  'Friday at ten',
  'I have 3 children',
];
const unfinished = [
  'I would like to',
  'yes and',
  'It is about my',
  'well,',
  'my number is',
  'my number is five',
  'five five five',
  '5 5 5 0 1 2 3 4',
  'anna dot meyer at example',
  'my email is anna@example',
  'M E Y',
  'I was wondering if...',
  'um',
];

test.each(complete)('"%s" sounds complete', (text) => {
  expect(isUnfinished(text)).toBe(false);
});

test.each(unfinished)('"%s" sounds unfinished', (text) => {
  expect(isUnfinished(text)).toBe(true);
});

test.each([
  'Yes.',
  'no',
  'Yes, please.',
  'Thank you!',
  'Goodbye.',
  'What is the price?',
  'what are your opening hours',
  'can I bring my dog',
  'And parking?',
])('"%s" is clearly over', (text) => {
  expect(isFinished(text)).toBe(true);
});

test.each([
  '',
  'I have a dog.',
  'what are your',
  'what time is it and',
  'My name is Ada.',
  'where',
  'can I',
  'five five five',
  'dos perros',
])('"%s" may go on', (text) => {
  expect(isFinished(text)).toBe(false);
});
