const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'th',
  þ: 'th',
};

/** A word in the letters the synthesiser knows: accents are dropped, other alphabets leave nothing. */
export function plainWord(word: string): string {
  return word
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => letters[letter]!)
    .normalize('NFKD')
    .replace(/[^a-z0-9' ]/g, '')
    .replace(/^'+|'+$/g, '');
}

/** Letters and digits one by one. The letter a stands alone as `ay`, which is not read as the article. */
export function spelledOut(text: string, digitName: (digit: string) => string): string {
  return Array.from(text.toLowerCase().replace(/[^a-z0-9]/g, ''), (character) => {
    if (/\d/.test(character)) return digitName(character);
    return character === 'a' ? 'ay' : character;
  }).join(' ');
}
