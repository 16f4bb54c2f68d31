import { expect, test } from 'vitest';
import { cutPassages } from './cut-passages.ts';

test('headings name the passages below them', () => {
  const passages = cutPassages(
    'Handbook',
    'Intro.\n\n# Hours\nWe open at nine.\n## Sunday\nClosed.\n# Prices\nA cut is 20 dollars.',
  );
  expect(passages).toEqual([
    { title: 'Handbook', text: 'Intro.' },
    { title: 'Handbook · Hours', text: 'We open at nine.' },
    { title: 'Handbook · Hours · Sunday', text: 'Closed.' },
    { title: 'Handbook · Prices', text: 'A cut is 20 dollars.' },
  ]);
});

test('long texts are cut at sentences, with the last sentence again at the beginning of the next', () => {
  const text = Array.from({ length: 60 }, (_, index) => `This is sentence number ${index} of the text.`).join(
    ' ',
  );
  const passages = cutPassages('Long', text);
  expect(passages.length).toBeGreaterThan(2);
  for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(1_070);
  const all = passages.map((passage) => passage.text).join(' ');
  for (let index = 0; index < 60; index += 1) expect(all).toContain(`number ${index} of`);
  const last = passages[0]?.text.split('\n').at(-1) ?? '';
  expect(passages[1]?.text.startsWith(last)).toBe(true);
});

test('a sentence without end and an empty text are borne', () => {
  expect(
    cutPassages('x', 'a'.repeat(5_000))
      .map((passage) => passage.text)
      .join('')
      .replaceAll('\n', ''),
  ).toHaveLength(5_000);
  expect(cutPassages('x', ' \n\r\n ')).toEqual([]);
  expect(cutPassages('x', 'line\n'.repeat(400_000)).length).toBeLessThanOrEqual(5_000);
});
