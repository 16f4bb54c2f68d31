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
- **Fresh** (\`vad-table-fresh.ts\`): speakers and, but for American English, languages of espeak-ng used nowhere else,
  new sentences for the four builtin voices (three speak in training too, one in choosing), music by other methods of synthesis, in other scales and tempi,
  tones of other countries, new seeds of the noises. Measured once before and once after the last change of the
  detector. The first measurement showed which instruments were worst; training was widened by made-up ones
  (detuned, breathy, stretched, wavering), not by these. Whoever changes the detector by the fresh set needs a new one.

## What the detector did before notes were looked for

The first measurement of the fresh set, by weights that knew fewer instruments and languages and without \`held-pitch.ts\`.
(A sentence confirmed before it counted as sounding was then counted as missed.)

| noise | clips | missed | delay p50 | p90 | p95 ms | voiced p95 | within 120 ms | lost |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| quiet line | 312 | 0 | 80 | 160 | 220 | 220 | 88.5 % | 1.8 % |
| 20 dB | 312 | 1 | 80 | 120 | 160 | 120 | 96.5 % | 1.5 % |
| 15 dB | 312 | 2 | 80 | 140 | 160 | 140 | 94.2 % | 2.8 % |
| 10 dB | 312 | 2 | 100 | 160 | 220 | 180 | 88.5 % | 4.5 % |
| 5 dB | 312 | 4 | 120 | 300 | 340 | 320 | 70.5 % | 11.1 % |
| 0 dB | 312 | 39 | 220 | 620 | 860 | 820 | 26.6 % | 45.6 % |

| sound | clips | confirmed | voiced |
| --- | --- | --- | --- |
| solo melodies (all eight) | 144 | 55 | 4.0 % |
| - plucked string | 18 | 15 | 7.9 % |
| - accordion | 18 | 18 | 21.4 % |
| hold music | 144 | 19 | 1.8 % |
| chords | 144 | 13 | 0.1 % |
| breath, rustling | 36 | 2 | 0.1 % |
| ringback, tones, beeps, typing, all else | 198 | 0 | 0.0 % |
| all | 666 | 89 | 1.3 % |

On the choosing set it confirmed 34 of 768 other sounds (melody 24 of 216, hold music 6 of 96, drums 2 of 24) and on a
quiet line 93.0 % of its 114 sentences within 120 ms of the first voiced frame, 95 % within 440 ms.

What it cost: on quiet lines the fresh sentences are confirmed a little later than before (83.0 % within 120 ms of the
first voiced frame, before 88.5 %), and more of speech is lost at 10 dB and below. Weighing frames on a quiet line more
in favour of speech brings that back on the choosing set (86 to 92 % within 120 ms of the first sound), but of the music,
hum and knocks of the unit tests 21 of 198 clips were then taken for speech instead of 5: not done. Still weak: the first
note of plucked strings and reeds, which sets in as a vowel does, single knocks, and speech at 5 dB and below.
`;

/** What stands before the tables of the agent's pauses. */
export const pausesIntroduction = `An agent that speaks falls silent when a sound over it has lasted for \`bargeInMs\` (80 ms; 120 ms before), before anyone can
tell a voice from a door, and goes on where it was when the detector finds no speech in the sound within 400 ms; each time that
was for nothing, such sounds are ignored for twice as long. So a pause too many costs half a second of silence, not the answer.
Here an agent speaks without end over the sounds of the fresh set (a third of them at each level, nobody speaks), and over
the sentences of \`engine/src/vad/fixtures\`, counted from their first sounding frame. The 40 ms sooner cost three pauses
in a hundred more: nearly all that lasts for 80 ms lasts for 120.
`;
