import { expect, test } from 'vitest';
import { SentenceCutter } from './sentences.ts';

/** Streams a text character by character, as a model may. */
function cut(text: string, pieceLength = 1): string[] {
  const cutter = new SentenceCutter();
  const sentences: string[] = [];
  for (let i = 0; i < text.length; i += pieceLength)
    sentences.push(...cutter.push(text.slice(i, i + pieceLength)));
  return [...sentences, ...cutter.flush()];
}

const rows: [string, string[]][] = [
  ['Yes. I can do that. What time?', ['Yes.', 'I can do that.', 'What time?']],
  ['It costs 3.50 dollars. Fine?', ['It costs 3.50 dollars.', 'Fine?']],
  ['Dr. Meyer is in. Mr. Lee is not.', ['Dr. Meyer is in.', 'Mr. Lee is not.']],
  ['We open at 9 a.m. on Friday. Come by!', ['We open at 9 a.m. on Friday.', 'Come by!']],
  ['We open at 9 a.m. Please come by then.', ['We open at 9 a.m.', 'Please come by then.']],
  ['Rooms No. 5 and No. 6 are free. Really.', ['Rooms No. 5 and No. 6 are free.', 'Really.']],
  [
    'J. Smith called you. So did I. Please call back.',
    ['J. Smith called you.', 'So did I. Please call back.'],
  ],
  ['Really?! Oh... I did not know that. Well.', ['Really?!', 'Oh... I did not know that.', 'Well.']],
  ['He said "stop." Then he left. Good.', ['He said "stop."', 'Then he left.', 'Good.']],
  [
    'Here is what we have:\n- **Bread**\n- Rolls and cake\n',
    ['Here is what we have:', 'Bread', 'Rolls and cake'],
  ],
  ['1. Open the box. 2. Take it out.', ['1. Open the box.', '2. Take it out.']],
  ['您好。请问您需要什么？谢谢', ['您好。', '请问您需要什么？', '谢谢']],
  ['नमस्ते। आप कैसे हैं और क्या चाहिए? ठीक', ['नमस्ते।', 'आप कैसे हैं और क्या चाहिए?', 'ठीक']],
  ['مرحبا، كيف حالك اليوم؟ نحن هنا لمساعدتك. شكرا', ['مرحبا، كيف حالك اليوم؟', 'نحن هنا لمساعدتك.', 'شكرا']],
  ['See example.com for more. Thanks a lot.', ['See example.com for more.', 'Thanks a lot.']],
  ['Ok 👍🏽! Great 😀. *** Bye.', ['Ok!', 'Great. Bye.']],
  ['', []],
  ['***', []],
];

test.each(rows)('"%s" is cut into sentences', (text, sentences) => {
  expect(cut(text)).toEqual(sentences);
});

test.each(rows)('"%s" is cut the same however it is streamed', (text, sentences) => {
  for (const length of [2, 3, 7, 1000]) expect(cut(text, length).join(' ')).toEqual(sentences.join(' '));
});

test('the first piece may be a clause, later ones are whole sentences', () => {
  expect(
    cut(
      'I would be happy to help you, and the cake is ready on Friday, which is tomorrow. And then, of course, we deliver.',
    ),
  ).toEqual([
    'I would be happy to help you,',
    'and the cake is ready on Friday, which is tomorrow.',
    'And then, of course, we deliver.',
  ]);
});

test('a sentence is known to be over with the character after it', () => {
  const cutter = new SentenceCutter();
  expect(cutter.push('Yes.')).toEqual([]);
  expect(cutter.push(' ')).toEqual(['Yes.']);
});

test('a text without an end is cut at a comma or a space, and nothing is lost', () => {
  const text = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ');
  const pieces = cut(text);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(300);
  expect(pieces.join(' ')).toBe(text);
});
