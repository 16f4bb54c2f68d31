/** What a voice's name tells of how it sounds. */
export type VoiceLikeness = { gender: 'female' | 'male'; isBritish: boolean };

const femaleNames = new Set(
  (
    'dorothy rachel domi bella elli emily charlotte alice matilda lily sarah laura jessica grace serena nicole ' +
    'freya gigi mimi glinda aria nova shimmer coral sage alloy samantha victoria karen susan linda mary anna emma ' +
    'olivia sophia amelia mia kate julia maria eva zoe joanna salli kendra kimberly ivy ruth amy jenny michelle'
  ).split(' '),
);
const maleNames = new Set(
  (
    'adam antoni arnold josh sam daniel george callum charlie clyde dave drew fin ethan giovanni harry james jeremy ' +
    'joseph liam matthew michael patrick paul thomas bill brian chris eric roger will river onyx echo fable ash ' +
    'ballad verse john david mark peter robert william guy davis tony jason matt joey justin kevin stephen ryan'
  ).split(' '),
);
const britishNames = new Set(
  'daniel george harry callum dave fable joseph ryan dorothy alice lily amy'.split(' '),
);

/**
 * Reads gender and accent out of a voice's name or description, so that a voice chosen at one vendor finds a
 * similar one at another. A name that tells nothing gets a gender that never changes for it.
 */
export function likenessOf(name: string): VoiceLikeness {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  const isBritish =
    has('british', 'scottish', 'english', 'irish', 'uk', 'gb') ||
    words.some((word) => britishNames.has(word));
  const isFemale = has('female', 'woman', 'feminine', 'girl');
  const isMale = has('male', 'man', 'masculine', 'boy');
  if (isFemale || isMale) return { gender: isFemale ? 'female' : 'male', isBritish };
  if (words.some((word) => femaleNames.has(word))) return { gender: 'female', isBritish };
  if (words.some((word) => maleNames.has(word))) return { gender: 'male', isBritish };
  // Nothing is known of this name: most agents' voices are women's.
  const isOther = name !== '' && hashOf(name) % 3 === 0;
  return { gender: isOther ? 'male' : 'female', isBritish };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
