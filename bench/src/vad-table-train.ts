import { writeFileSync } from 'node:fs';
import { levelDbfs } from '@parley/engine/audio/frames';
import { cutLow, type HeardClip, putOnLine } from '@parley/engine/vad/clips/line';
import { createRandom } from '@parley/engine/vad/clips/random';
import { FrameFeatures } from '@parley/engine/vad/features';
import { NoiseGate } from '@parley/engine/vad/noise-gate';
import { SpeechClassifier } from '@parley/engine/vad/speech-classifier';
import { type Example, trainNetwork } from './vad-table-network.ts';
import { listTrainingNoises } from './vad-table-noises.ts';
import { loadSpeech, toTelephone } from './vad-table-speech.ts';

/**
 * Trains the speech classifier anew and writes engine/src/vad/speech-weights.ts: `node bench/src/vad-table-train.ts`.
 * Learns only from what `vad-table-noises.ts` and `vad-table-speech.ts` name training material.
 */
export async function trainClassifier(): Promise<void> {
  const random = createRandom(2026);
  const examples: Example[] = [];
  for (const { samples } of await loadSpeech(false)) {
    for (const snrDb of [null, null, null, 25, 20, 20, 15, 15, 10, 5]) {
      // Resampling by a factor shifts pitch and formants: more speakers out of few.
      const shifted = random.next() < 0.3 ? samples : shiftVoice(samples, random.between(0.82, 1.2));
      const clip = random.next() < 0.6 ? cutLow(shifted, random.between(150, 320)) : shifted;
      const line = {
        levelDbfs: random.between(-38, -12),
        snrDb,
        leadMs: random.between(500, 2000),
        tailMs: 600,
      };
      collect(examples, putOnLine(clip, { ...line, seed: nextSeed() }), { isSpeech: true, weight: 1 });
    }
  }
  for (const noise of listTrainingNoises()) {
    const clip = noise.render();
    for (const snrDb of [null, random.pick([25, 20, 15, 10, 5])]) {
      const line = { levelDbfs: random.between(-38, -12), snrDb, leadMs: random.between(0, 1500), tailMs: 0 };
      // Music is what is taken for a voice most easily.
      const weight = noise.group === 'melody' || noise.group === 'hold music' ? 7 : 4;
      collect(examples, putOnLine(clip, { ...line, seed: nextSeed() }), { isSpeech: false, weight });
    }
  }
  console.log(
    `${examples.length} frames, ${examples.filter((example) => example.isSpeech).length} of speech`,
  );
  writeWeights(trainNetwork(examples, { random, epochs: 12, hidden: [32, 12] }));

  function nextSeed(): number {
    return Math.floor(random.next() * 1e9);
  }
}

function shiftVoice(samples: Float64Array, factor: number): Float64Array {
  const pcm = Int16Array.from(samples, Math.round);
  return toTelephone(pcm, Math.round((8000 * factor) / 50) * 50);
}

/** Adds the frames of a clip that pass the noise gate. The first frames of speech weigh most: they decide the delay. */
function collect(examples: Example[], clip: HeardClip, label: { isSpeech: boolean; weight: number }): void {
  const gate = new NoiseGate();
  const features = new FrameFeatures();
  const classifier = new SpeechClassifier();
  const frame = new Float64Array(160);
  const first = clip.isSounding.indexOf(1);
  for (let index = 0; index < clip.isSounding.length; index++) {
    const samples = clip.samples.subarray(index * 160, index * 160 + 160);
    for (let i = 0; i < 160; i++) frame[i] = samples[i]! / 32_768;
    const dbfs = levelDbfs(samples);
    const isActive = gate.process(dbfs);
    features.process(frame, { isActive, dbfs, floorDbfs: gate.floorDbfs });
    classifier.remember(features.values);
    // What is drowned in noise teaches nothing.
    if (!isActive || (clip.isSounding[index] && !clip.isAudible[index])) continue;
    const isSpeech = label.isSpeech && clip.isSounding[index] === 1;
    const isOnset = label.isSpeech && index >= first && index < first + 8;
    const weight = isOnset ? 5 : label.weight;
    examples.push({ inputs: Float32Array.from(classifier.inputs), isSpeech, weight });
  }
}

function writeWeights(tables: { name: string; values: Int16Array }[]): void {
  const head = `/**
 * Weights of the speech classifier in units of 1/512, made by \`node bench/src/vad-table-train.ts\`: not edited by hand.
 * A row per unit; speech-classifier.ts says what the inputs are.
 */
`;
  const bodies = tables.map(({ name, values }) => {
    const lines: string[] = [];
    for (let i = 0; i < values.length; i += 24)
      lines.push(`  ${[...values.subarray(i, i + 24)].join(', ')},`);
    return `// biome-ignore format: a table of numbers\nexport const ${name} = Int16Array.of(\n${lines.join('\n')}\n);\n`;
  });
  const file = new URL('../../engine/src/vad/speech-weights.ts', import.meta.url);
  writeFileSync(file, [head, ...bodies].join('\n'));
}

if (import.meta.main) await trainClassifier();
