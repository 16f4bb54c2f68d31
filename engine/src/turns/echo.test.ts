import { expect, test } from 'vitest';
import { isEcho } from './echo.ts';

const agentText = 'We bake bread every morning at five. We have cakes,';

test.each([
  ['bread every morning', true, true],
  ['We bake', false, true],
  ['we bake', true, false],
  ['every morning at ten', true, false],
  ['I want bread', true, false],
  ['', true, false],
])('"%s" (final: %s) is an echo: %s', (text, isFinal, expected) => {
  expect(isEcho({ text, agentText, isFinal })).toBe(expected);
});

test('words from long ago are no echo', () => {
  const long = `${agentText} ${'and so on '.repeat(20)}`;
  expect(isEcho({ text: 'bread every morning', agentText: long, isFinal: true })).toBe(false);
});
