import type { Random } from '@parley/engine/vad/clips/random';

export type Example = { inputs: Float32Array; isSpeech: boolean; weight: number };

type Layer = { inputs: number; outputs: number; weights: Float64Array; biases: Float64Array };
type Moments = { first: Float64Array; second: Float64Array };

/** Weights of one unit of this size fit 16 bits. */
const weightUnit = 1 / 512;

/**
 * Trains a network of softsign layers and one log-odds output by Adam (Kingma and Ba 2015) on weighted cross-entropy.
 * Returns the tables of speech-weights.ts.
 */
export function trainNetwork(
  examples: readonly Example[],
  options: { random: Random; epochs: number; hidden: readonly [number, number] },
): { name: string; values: Int16Array }[] {
  const { random, epochs } = options;
  const sizes = [examples[0]!.inputs.length, ...options.hidden, 1];
  const layers = sizes.slice(1).map((outputs, i) => makeLayer(random, sizes[i]!, outputs));
  const gradients = layers.map(({ inputs, outputs }) => emptyLayer(inputs, outputs));
  const moments = layers.map(({ weights, biases }) => [makeMoments(weights), makeMoments(biases)] as const);
  const values = sizes.map((size) => new Float64Array(size));
  const errors = sizes.map((size) => new Float64Array(size));
  const order = Uint32Array.from({ length: examples.length }, (_, i) => i);
  const steps = Math.floor(examples.length / batchSize);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const rate = 1e-4 + 3e-3 * 0.5 * (1 + Math.cos((Math.PI * epoch) / epochs));
    let loss = 0;
    for (let batch = 0; batch < steps; batch++) {
      for (const gradient of gradients) clear(gradient);
      for (let i = 0; i < batchSize; i++) {
        const example = examples[order[batch * batchSize + i]!]!;
        // A little noise on the inputs keeps it from learning clips by heart.
        for (let k = 0; k < sizes[0]!; k++) values[0]![k] = example.inputs[k]! + 0.03 * random.gauss();
        loss += learn({ example, layers, gradients, values, errors });
      }
      step += 1;
      for (const [i, layer] of layers.entries()) {
        adjust(layer.weights, gradients[i]!.weights, moments[i]![0], { rate, step, decay: 3e-5 });
        adjust(layer.biases, gradients[i]!.biases, moments[i]![1], { rate, step, decay: 0 });
      }
    }
    console.log(`epoch ${epoch + 1} of ${epochs}: loss ${(loss / steps / batchSize).toFixed(4)}`);
  }
  const names = ['input', 'hidden', 'output'];
  return layers.flatMap(({ weights, biases }, i) => [
    { name: `${names[i]}Weights`, values: quantise(weights) },
    { name: i === 2 ? 'outputBias' : `${names[i]}Biases`, values: quantise(biases) },
  ]);
}

const batchSize = 512;

type Pass = {
  example: Example;
  layers: readonly Layer[];
  gradients: readonly Layer[];
  values: readonly Float64Array[];
  errors: readonly Float64Array[];
};

/** One example forwards and backwards; adds to the gradients and returns its loss. */
function learn({ example, layers, gradients, values, errors }: Pass): number {
  const last = layers.length - 1;
  for (const [l, layer] of layers.entries()) {
    const from = values[l]!;
    const to = values[l + 1]!;
    for (let unit = 0; unit < layer.outputs; unit++) {
      let sum = layer.biases[unit]!;
      const row = unit * layer.inputs;
      for (let i = 0; i < layer.inputs; i++) sum += layer.weights[row + i]! * from[i]!;
      to[unit] = l === last ? sum : sum / (1 + Math.abs(sum));
    }
  }
  const odds = values[last + 1]![0]!;
  const probability = 1 / (1 + Math.exp(-odds));
  const target = example.isSpeech ? 1 : 0;
  errors[last + 1]![0] = ((probability - target) * example.weight) / batchSize;
  for (let l = last; l >= 0; l--) {
    const layer = layers[l]!;
    const gradient = gradients[l]!;
    const from = values[l]!;
    const back = errors[l]!;
    back.fill(0);
    for (let unit = 0; unit < layer.outputs; unit++) {
      const out = Math.abs(values[l + 1]![unit]!);
      // The slope of softsign, from its value.
      const error = errors[l + 1]![unit]! * (l === last ? 1 : (1 - out) * (1 - out));
      const row = unit * layer.inputs;
      gradient.biases[unit]! += error;
      for (let i = 0; i < layer.inputs; i++) {
        gradient.weights[row + i]! += error * from[i]!;
        back[i]! += error * layer.weights[row + i]!;
      }
    }
  }
  return example.weight * Math.log1p(Math.exp(target ? -odds : odds));
}

function adjust(
  values: Float64Array,
  gradient: Float64Array,
  { first, second }: Moments,
  { rate, step, decay }: { rate: number; step: number; decay: number },
): void {
  const firstScale = 1 / (1 - 0.9 ** step);
  const secondScale = 1 / (1 - 0.999 ** step);
  for (let i = 0; i < values.length; i++) {
    const slope = gradient[i]! + decay * values[i]!;
    first[i] = 0.9 * first[i]! + 0.1 * slope;
    second[i] = 0.999 * second[i]! + 0.001 * slope * slope;
    values[i]! -= (rate * first[i]! * firstScale) / (Math.sqrt(second[i]! * secondScale) + 1e-8);
  }
}

function makeLayer(random: Random, inputs: number, outputs: number): Layer {
  const layer = emptyLayer(inputs, outputs);
  const spread = Math.sqrt(1.5 / inputs);
  for (let i = 0; i < layer.weights.length; i++) layer.weights[i] = random.gauss() * spread;
  return layer;
}

function emptyLayer(inputs: number, outputs: number): Layer {
  return { inputs, outputs, weights: new Float64Array(inputs * outputs), biases: new Float64Array(outputs) };
}

function makeMoments(values: Float64Array): Moments {
  return { first: new Float64Array(values.length), second: new Float64Array(values.length) };
}

function clear({ weights, biases }: Layer): void {
  weights.fill(0);
  biases.fill(0);
}

function shuffle(order: Uint32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
}

function quantise(values: Float64Array): Int16Array {
  return Int16Array.from(values, (value) =>
    Math.max(-32_768, Math.min(32_767, Math.round(value / weightUnit))),
  );
}
