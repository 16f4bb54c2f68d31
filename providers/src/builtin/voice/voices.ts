import { likenessOf } from '../../voice-likeness.ts';

/** A voice inside the synthesiser, with the gain that brings its speech to about -20 dBFS. */
export type FliteVoice = { id: 'slt' | 'rms' | 'awb' | 'kal16'; name: string; gain: number };

/*
 * Levels measured on one sentence: slt -15.5, rms -21.6, awb -20.3, kal16 -28.6 dBFS. About -20 dBFS is the
 * level telephone gear is tuned to (ITU-T P.56 active speech level of -26 dBov leaves 6 dB for the pauses).
 */
const voices = {
  slt: { id: 'slt', name: 'Built-in woman', gain: 0.6 },
  rms: { id: 'rms', name: 'Built-in man', gain: 1.2 },
  awb: { id: 'awb', name: 'Built-in Scottish man', gain: 1.03 },
  kal16: { id: 'kal16', name: 'Built-in robot', gain: 2.3 },
} as const satisfies Record<string, FliteVoice>;

/**
 * The voice for any name a workspace may have chosen at another vendor: the same name always sounds the
 * same, women are spoken by slt, men by rms, British and Scottish men by awb.
 */
export function voiceFor(name: string): FliteVoice {
  for (const word of name.toLowerCase().split(/[^a-z0-9]+/)) {
    if (Object.hasOwn(voices, word)) return voices[word as keyof typeof voices];
    if (word === 'kal') return voices.kal16;
  }
  const { gender, isBritish } = likenessOf(name);
  if (gender === 'female') return voices.slt;
  return isBritish ? voices.awb : voices.rms;
}
