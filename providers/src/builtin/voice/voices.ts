/** A voice inside the synthesiser, with the gain that brings its speech to about -20 dBFS. */
export type FliteVoice = { id: 'slt' | 'rms' | 'awb' | 'kal16'; gain: number };

/*
 * Levels measured on one sentence: slt -15.5, rms -21.6, awb -20.3, kal16 -28.6 dBFS. About -20 dBFS is the
 * level telephone gear is tuned to (ITU-T P.56 active speech level of -26 dBov leaves 6 dB for the pauses).
 */
const voices = {
  slt: { id: 'slt', gain: 0.6 },
  rms: { id: 'rms', gain: 1.2 },
  awb: { id: 'awb', gain: 1.03 },
  kal16: { id: 'kal16', gain: 2.3 },
} as const satisfies Record<string, FliteVoice>;

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
const britishMen = new Set('daniel george harry callum dave fable joseph ryan'.split(' '));

/**
 * The voice for any name a workspace may have chosen at another vendor: the same name always sounds the
 * same, women are spoken by slt, men by rms, British and Scottish men by awb.
 */
export function voiceFor(name: string): FliteVoice {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  for (const word of words) {
    if (word in voices) return voices[word as keyof typeof voices];
    if (word === 'kal') return voices.kal16;
  }
  const has = (...wanted: string[]) => wanted.some((word) => words.includes(word));
  const isFemale = has('female', 'woman', 'feminine', 'girl') || words.some((word) => femaleNames.has(word));
  if (isFemale) return voices.slt;
  const isBritish =
    has('british', 'scottish', 'english', 'irish', 'uk', 'gb') || words.some((word) => britishMen.has(word));
  const isMale = has('male', 'man', 'masculine', 'boy') || words.some((word) => maleNames.has(word));
  if (isBritish) return voices.awb;
  if (isMale) return voices.rms;
  if (name === '') return voices.slt;
  // Nothing is known of this name: two thirds of agents' voices are women's.
  return hashOf(name) % 3 === 0 ? voices.rms : voices.slt;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
