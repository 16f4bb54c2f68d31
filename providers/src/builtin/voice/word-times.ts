import type { Phone } from './flite-worker.ts';
import type { SpokenPiece } from './spoken-text.ts';

/** A word as written, and when it is spoken, in ms. */
export type WordTime = { text: string; startMs: number; endMs: number };

type Sound = { name: string; startMs: number; endMs: number; isVowel: boolean; isAfterPause: boolean };

const vowels = new Set('aa ae ah ao aw ax axr ay eh er ey ih ix iy ow oy uh uw'.split(' '));
/** Sounds a first letter is likely to stand for, beside the sound of its own name. */
const firstSounds: Readonly<Record<string, string>> = {
  c: 'k s ch',
  g: 'g jh',
  h: 'hh',
  j: 'jh',
  k: 'k n',
  p: 'p f',
  q: 'k',
  s: 's sh z',
  t: 't th dh ch sh',
  w: 'w r hh',
  x: 'z eh',
  u: 'y',
  o: 'w',
};
const longestWordSounds = 24;

/**
 * Finds which sounds belong to which piece of text. The synthesiser tells its sounds but not its words, so
 * the cheapest alignment is taken: as many vowels and consonants as the letters suggest, fitting first
 * sounds, pauses between words and not inside them.
 */
export function wordTimes(pieces: readonly SpokenPiece[], phones: readonly Phone[]): WordTime[] {
  const sounds = soundsOf(phones);
  const spoken = pieces.filter((piece) => piece.spoken !== '');
  if (sounds.length === 0 || spoken.length === 0) return [];
  const ends = alignEnds(spoken, sounds);
  return spoken.map((piece, i) => {
    const from = Math.min(i === 0 ? 0 : ends[i - 1]!, sounds.length - 1);
    const to = Math.max(from, ends[i]! - 1);
    return { text: piece.written, startMs: sounds[from]!.startMs, endMs: sounds[to]!.endMs };
  });
}

/** For each piece the index after its last sound. */
function alignEnds(pieces: readonly SpokenPiece[], sounds: readonly Sound[]): number[] {
  const width = sounds.length + 1;
  const vowelsUpTo = [0];
  for (const sound of sounds) vowelsUpTo.push(vowelsUpTo.at(-1)! + (sound.isVowel ? 1 : 0));
  let costs = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  const cameFrom: Int32Array[] = [];
  for (const piece of pieces) {
    const expected = expectedSounds(piece.spoken);
    const longest = Math.max(longestWordSounds, (expected.vowels + expected.consonants) * 2);
    const next = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(width);
    for (let start = 0; start < width; start++) {
      if (costs[start] === Number.POSITIVE_INFINITY) continue;
      const misfit = startMisfit(piece.spoken, sounds[start]);
      let pausesInside = 0;
      for (let end = start; end < Math.min(width, start + longest + 1); end++) {
        if (end > start + 1 && sounds[end - 1]!.isAfterPause) pausesInside++;
        const vowelCount = vowelsUpTo[end]! - vowelsUpTo[start]!;
        const consonantCount = end - start - vowelCount;
        const cost =
          costs[start]! +
          misfit +
          2 * Math.abs(vowelCount - expected.vowels) +
          Math.abs(consonantCount - expected.consonants) +
          3 * Math.max(0, pausesInside - expected.pauses) +
          (end === start ? 4 : 0) +
          (piece.endsWith && end < sounds.length && !sounds[end]!.isAfterPause ? 2 : 0);
        if (cost < next[end]!) {
          next[end] = cost;
          from[end] = start;
        }
      }
    }
    costs = next;
    cameFrom.push(from);
  }
  // Whatever is left over after the last piece belongs to it.
  let end = costs[width - 1] === Number.POSITIVE_INFINITY ? indexOfLeast(costs) : width - 1;
  const ends = [end];
  for (let i = pieces.length - 1; i > 0; i--) {
    end = cameFrom[i]![end]!;
    ends.unshift(end);
  }
  return ends;
}

function soundsOf(phones: readonly Phone[]): Sound[] {
  const sounds: Sound[] = [];
  let startMs = 0;
  let isAfterPause = true;
  for (const { name, endMs } of phones) {
    if (name !== 'pau') sounds.push({ name, startMs, endMs, isVowel: vowels.has(name), isAfterPause });
    isAfterPause = name === 'pau';
    startMs = endMs;
  }
  return sounds;
}

/** How many vowels and consonants the letters suggest: silent letters and digraphs are counted once. */
function expectedSounds(spoken: string): { vowels: number; consonants: number; pauses: number } {
  const expected = { vowels: 0, consonants: 0, pauses: spoken.split(',').length - 1 };
  for (const word of spoken.replace(/,/g, '').split(' ')) {
    if (/^[bcdfghjklmnpqrstvxz]$/.test(word)) {
      expected.vowels++;
      expected.consonants++;
      continue;
    }
    const letters = word
      .replace(/[^a-z]/gi, '')
      .toLowerCase()
      .replace(/(?<=[aeiouy].*[^aeiouyl])e(?=s?$)/, '')
      .replace(/gh(?=t|$)|(?<=^)k(?=n)/g, '')
      .replace(/ch|sh|th|ph|ck|wh|ng|qu/g, 'k')
      .replace(/x/g, 'ks')
      .replace(/([^aeiouy])\1/g, '$1');
    const groups = letters.match(/[aeiouy]+/g) ?? [];
    expected.vowels += Math.max(groups.length, word ? 1 : 0);
    expected.consonants += letters.replace(/[aeiou]|(?<!^)y/g, '').length;
  }
  return expected;
}

function startMisfit(spoken: string, sound: Sound | undefined): number {
  const letter = spoken[0]!.toLowerCase();
  if (!sound) return 2;
  if (firstSounds[letter]?.split(' ').includes(sound.name)) return 0;
  if (/[aeiouh]/.test(letter) && sound.isVowel) return 0;
  return sound.name.startsWith(letter) ? 0 : 1.5;
}

function indexOfLeast(values: Float64Array): number {
  return values.reduce((least, value, i) => (value < values[least]! ? i : least), 0);
}
