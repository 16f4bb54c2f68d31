import { describe, expect, test } from 'vitest';
import { joinSpoken, spokenPieces } from './spoken-text.ts';

const say = (text: string) => joinSpoken(spokenPieces(text));

describe('what the synthesiser reads', () => {
  test.each([
    ['The total is $1,234.50.', 'the total is one thousand two hundred thirty four dollars and fifty cents.'],
    ['It costs €3.5 million or $0.99', 'it costs three point five million euros or ninety nine cents'],
    ['$1 or £2', 'one dollar or two pounds'],
    ['Call (415) 555-0100!', 'call four one five, five five five, zero one zero zero!'],
    ['+1 415 555 0100', 'plus one, four one five, five five five, zero one zero zero'],
    ['Dial 5550100', 'dial five five five zero one zero zero'],
    ['info@acme.com', 'info at acme dot com'],
    ['See https://www.acme.com/faq.', 'see acme dot com slash faq.'],
    ['at 9:30 AM', 'at nine thirty ay m'],
    ['9am-5pm', 'nine ay m to five p m'],
    ['9-5, Mon-Fri', 'nine to five, Monday to Friday'],
    ['17:30 or 14:00', 'seventeen thirty or fourteen hundred'],
    ['on 2026-11-21', 'on November twenty first, twenty twenty six'],
    ['12/24/2025', 'December twenty fourth, twenty twenty five'],
    ['Dr. Smith, 42nd St.', 'doctor smith, forty second street'],
    ['24/7, 50% off, 1/2', 'twenty four seven, fifty percent off, one half'],
    ['order A12-B4', 'order ay one two b four'],
    ['1,000,000 or 10000 or 94107', 'one million or ten thousand or nine four one zero seven'],
    ['since 1999 and 2005', 'since nineteen ninety nine and two thousand five'],
    ['an AI, a FAQ, OK', 'an ay i, a f ay q, okay'],
    ['PLEASE CALL US', 'please call us'],
    ['A & B', 'a and b'],
    ['#2', 'number two'],
    ['a café in Zürich', 'a cafe in zurich'],
    ['e.g. 10 km', 'for example ten kilometers'],
  ])('%s is read as "%s"', (written, spoken) => {
    expect(say(written)).toBe(spoken);
  });

  test('symbols, emoji and foreign alphabets leave nothing that would be read out', () => {
    expect(say('*bold* — "quoted" 🙂 你好 {x}')).toMatch(/^[a-z, ]+$/);
    expect(say('...')).toBe('');
    expect(say('🙂')).toBe('');
  });

  test('the pieces hold every word as it was written', () => {
    const text = 'Call (415) 555-0100, or write to info@acme.com by 5pm – "thanks"! $5 (ok)';
    const squeeze = (value: string) => value.replace(/\s/g, '');
    expect(
      squeeze(
        spokenPieces(text)
          .map((piece) => piece.written)
          .join(''),
      ),
    ).toBe(squeeze(text));
  });

  test('any text is read to its end, whatever it is made of', () => {
    const alphabet = [
      'a',
      '9',
      '.',
      '-',
      '(',
      '+',
      ' ',
      '@',
      '/',
      '$',
      ':',
      'é',
      '🙂',
      '\u0000',
      '–',
      ',',
      "'",
    ];
    let seed = 7;
    for (let round = 0; round < 2_000; round++) {
      let text = '';
      for (let i = 0; i < 14; i++) {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        text += alphabet[(seed >> 16) % alphabet.length];
      }
      expect(say(text)).toMatch(/^[\x20-\x7e]*$/);
    }
  });
});
