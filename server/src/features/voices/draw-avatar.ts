/** What of a voice shapes its picture. */
export type Portrayed = { id: string; gender: string; age: string };

const skins = ['#f6d3bd', '#edbf9f', '#d79f76', '#b57a52', '#8a5a3c'] as const;
const darkerSkins: ReadonlySet<string> = new Set(skins.slice(3));
const hairs = ['#2b211d', '#4d3323', '#7a4b2a', '#a8652f', '#c99a4b'] as const;
const greyHairs = ['#b9bcc0', '#d3d2cd'] as const;
const grounds = ['#d5ebe0', '#ffdfd7', '#e3e2f5', '#fbe9c6', '#d8e8f2', '#efe0ec'] as const;
const shirts = ['#166645', '#c2492e', '#4b4c8f', '#8a6414', '#2e6384', '#7d4671'] as const;

/** Hair behind the head, and over it. */
type HairStyle = { behind?: string; over: string };

const longHair: readonly HairStyle[] = [
  {
    behind: 'M17 29c0-13 6-19 15-19s15 6 15 19c0 8 .5 14 3 19H14c2.5-5 3-11 3-19z',
    over: 'M20.5 27c.5-8 4-11.5 9-12.5 3 4.5 9 6 14 12.5 1-11-4.5-16-11.5-16s-12.5 5-11.5 16z',
  },
  {
    behind: 'M17.5 28c0-12 6-18 14.5-18s14.5 6 14.5 18c0 5-.5 8-2.5 11.5H20c-2-3.5-2.5-6.5-2.5-11.5z',
    over: 'M20.5 26c4-1 15-1 23 0 1-10-4.5-15-11.5-15s-12.5 5-11.5 15z',
  },
  {
    behind: 'M26 9a6 6 0 1 1 12 0 6 6 0 1 1-12 0z',
    over: 'M20.5 27c1-6 5-9 11.5-9s10.5 3 11.5 9c1.5-11-4-16.5-11.5-16.5S19 16 20.5 27z',
  },
];
const shortHair: readonly HairStyle[] = [
  {
    over: 'M20.5 26c-1.5-11 4.5-15.5 11.5-15.5S45 15 43.5 26c-1-4-2.5-6-4.5-7.5-5 1.5-9 1.5-12.5 0-3 1.5-5 4-6 7.5z',
  },
  {
    over: 'M20.5 25c-1.5-10 4-15 11-15.5 8-.5 13.5 5 12 15.5-1-3.5-3-5.5-6-7-6 3-12 2.5-15-.5-1 2-1.5 4.5-2 7.5z',
  },
  { over: 'M20.800 23c0-8 5-12 11.200-12s11.200 4 11.200 12c-2-4-6-6-11.200-6s-9.200 2-11.200 6z' },
];
const thinHair: HairStyle = {
  over: 'M21 29c-2-6-1.5-10 1-12.5-.5 4-.5 8.5-1 12.5zM43 29c2-6 1.5-10-1-12.5.5 4 .5 8.5 1 12.5z',
};

/**
 * The picture of a voice: a plain face that is always the same for an id, drawn here so that no other host is asked. A
 * voice whose gender is not told shows a speech wave.
 */
export function drawAvatar({ id, gender, age }: Portrayed): string {
  const pick = pickerOf(id);
  const at = Math.floor(pick() * grounds.length);
  const ground = grounds[at] ?? grounds[0];
  const shirt = shirts[at] ?? shirts[0];
  const inside =
    gender === 'female' || gender === 'male' ? face({ gender, age, shirt, pick }) : speechWave(shirt);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${ground}"/>${inside}</svg>`;
}

function face({
  gender,
  age,
  shirt,
  pick,
}: {
  gender: 'female' | 'male';
  age: string;
  shirt: string;
  pick: () => number;
}): string {
  const skin = chooseFrom(skins, pick());
  const natural = darkerSkins.has(skin) ? hairs.slice(0, 2) : hairs;
  const hair = chooseFrom(age === 'Old' ? greyHairs : natural, pick());
  const isThin = gender === 'male' && age === 'Old';
  const style = isThin ? thinHair : chooseFrom(gender === 'female' ? longHair : shortHair, pick());
  const glasses = age !== 'Young' && pick() < 0.5;
  return [
    style.behind && `<path d="${style.behind}" fill="${hair}"/>`,
    `<path d="M9 64c0-13 9-18 23-18s23 5 23 18z" fill="${shirt}"/>`,
    `<path d="M27 36h10v9a5 5 0 0 1-10 0z" fill="${skin}"/>`,
    `<ellipse cx="32" cy="27.5" rx="11" ry="13" fill="${skin}"/>`,
    `<path d="${style.over}" fill="${hair}"/>`,
    '<g fill="none" stroke="#2b211d" stroke-width="1.6" stroke-linecap="round">',
    '<path d="M27.5 28v.6M36.5 28v.6M28.5 33.5c2 2 5 2 7 0"/>',
    glasses &&
      '<g stroke-width="1.1"><circle cx="27.5" cy="28.3" r="3.6"/><circle cx="36.5" cy="28.3" r="3.6"/><path d="M31.100 28h1.800"/></g>',
    '</g>',
  ]
    .filter(Boolean)
    .join('');
}

function speechWave(colour: string): string {
  return `<path d="M18 28v8M25 22v20M32 16v32M39 22v20M46 28v8" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`;
}

function chooseFrom<Value>(values: readonly Value[], chance: number): Value {
  return values[Math.floor(chance * values.length)] as Value;
}

/** Numbers from 0 to below 1, the same ones for the same text: FNV-1a, 32 bits, one step a number. */
function pickerOf(text: string): () => number {
  let state = 0x811c9dc5;
  const mix = (byte: number) => {
    state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  };
  for (const byte of Buffer.from(text)) mix(byte);
  return () => {
    mix(state >>> 24);
    // The low bits follow the last byte too closely.
    return ((state >>> 8) & 0xffff) / 0x10000;
  };
}
