/** What stands before the tables of docs/benchmarks-vad.md. */
export const introduction = `# Voice activity detection, measured

Made by \`node bench/src/vad-table.ts\`. All sounds pass mu-law at 8 kHz, at levels of -16, -24 and -32 dBFS.

- **delay**: from the first frame in which the sentence itself is within 20 dB of its mean level (unvoiced consonants
  count) to the frame that confirms speech, that frame included. **voiced**: the same from the first frame with a pitch.
- **missed**: sentences that were never confirmed. **lost**: share of a sentence's sounding frames outside of confirmed
  speech, the onset before confirmation not counted, as \`speechStartedMsAgo\` gives it back.
- **end**: the last voiced frame against the true end of the sentence, in ms; below 0 is too early.
- **confirmed**: clips of 8 s in which speech was wrongly confirmed at least once. **voiced**: share of all frames.

Speech is synthetic (the builtin synthesiser and espeak-ng) and so are music and noise: figures for real people and real
rooms will be worse. A sung voice counts as speech.

## Which sounds were used for what

- **Training**: sentences, espeak-ng languages and speakers named so in \`vad-table-speech.ts\`; noises, tones and
  made-up instruments by seed in \`vad-table-noises.ts\`. The weights learn from these and from nothing else.
- **Choosing**: other sentences, voices, seeds and named instruments. Never learned from, but features, thresholds and
  the amount of training were chosen by looking at them: their figures flatter.
- **Fresh** (\`vad-table-fresh.ts\`): speakers and languages of espeak-ng used nowhere else, new sentences for the four
  builtin voices (three of which speak in training too), music by other methods of synthesis, in other scales and tempi,
  tones of other countries, new seeds of the noises. Measured once before and once after the last change of the
  detector. The first measurement showed which instruments were worst; training was widened by made-up ones
  (detuned, breathy, stretched, wavering), not by these. Whoever changes the detector by the fresh set needs a new one.


`;
