import { expect, test } from 'vitest';
import { toSpokenText } from './spoken-text.ts';

test.each([
  ['**Bold** and _soft_ and `code`', 'Bold and soft and code'],
  ['# Heading', 'Heading'],
  ['- item', 'item'],
  ['[our page](https://example.com/a_b)', 'our page'],
  ['snake_case stays', 'snake_case stays'],
  ['Hi {first_name}, welcome', 'Hi, welcome'],
  ['<b>strong</b> text', 'strong text'],
  ['| a | b |', 'a b'],
  ['press # or 1', 'press # or 1'],
  ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
  ['🇩🇪 👩‍👩‍👧 1️⃣ ok ©', '1 ok ©'],
  ['---', ''],
  ['🎉', ''],
])('"%s" is spoken as "%s"', (text, spoken) => {
  expect(toSpokenText(text)).toBe(spoken);
});
