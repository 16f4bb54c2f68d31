import { featureCount } from './features.ts';
import {
  hiddenBiases,
  hiddenWeights,
  inputBiases,
  inputWeights,
  outputBias,
  outputWeights,
} from './speech-weights.ts';

/**
 * Judges whether a frame is speech from its features, those of the three frames before and two running means
 * of them (about 0.1 s and 0.7 s): a small network of two hidden layers with softsign units.
 */
export class SpeechClassifier {
  /** What the network looks at, newest frame first. Read by training. */
  readonly inputs = new Float64Array(inputCount);

  /** Frames of silence that the inputs do not know of yet. */
  private restedFrames = 0;

  /** The next frame is silent: all its features are 0. */
  rest(): void {
    this.restedFrames += 1;
  }

  /** Takes the features of the next frame; every frame must be given, or counted as silent. */
  remember(features: Float64Array): void {
    const { inputs } = this;
    if (this.restedFrames > 0) this.catchUp();
    for (let i = 4 * featureCount - 1; i >= featureCount; i--) inputs[i] = inputs[i - featureCount]!;
    for (let i = 0; i < featureCount; i++) {
      const value = features[i]!;
      inputs[i] = value;
      inputs[4 * featureCount + i]! += fastMean * (value - inputs[4 * featureCount + i]!);
      inputs[5 * featureCount + i]! += slowMean * (value - inputs[5 * featureCount + i]!);
    }
  }

  /** As if each silent frame had been given: a line is silent most of the time, and nobody asks about it then. */
  private catchUp(): void {
    const { inputs, restedFrames } = this;
    const shift = Math.min(4, restedFrames) * featureCount;
    for (let i = 4 * featureCount - 1; i >= 0; i--) inputs[i] = i >= shift ? inputs[i - shift]! : 0;
    const fast = (1 - fastMean) ** restedFrames;
    const slow = (1 - slowMean) ** restedFrames;
    for (let i = 0; i < featureCount; i++) {
      inputs[4 * featureCount + i]! *= fast;
      inputs[5 * featureCount + i]! *= slow;
    }
    this.restedFrames = 0;
  }

  /** Log odds that the frame last remembered is speech: above 0 rather yes. */
  judge(): number {
    applyLayer(this.inputs, layers.input, first);
    applyLayer(first, layers.hidden, second);
    let sum = layers.output.biases[0]!;
    for (let i = 0; i < second.length; i++) sum += layers.output.weights[i]! * second[i]!;
    return sum;
  }

  reset(): void {
    this.inputs.fill(0);
    this.restedFrames = 0;
  }
}

/** `weights` stand in groups of four units: those of the four for the first input, for the second, and so on. */
type Layer = { weights: Float64Array; biases: Float64Array };

/** Units with softsign, x / (1 + |x|), four at a time, so that no addition waits for another. */
function applyLayer(inputs: Float64Array, { weights, biases }: Layer, outputs: Float64Array): void {
  const width = inputs.length;
  let at = 0;
  for (let unit = 0; unit < outputs.length; unit += unitsAtOnce) {
    let a = biases[unit]!;
    let b = biases[unit + 1]!;
    let c = biases[unit + 2]!;
    let d = biases[unit + 3]!;
    for (let i = 0; i < width; i++) {
      const input = inputs[i]!;
      a += weights[at]! * input;
      b += weights[at + 1]! * input;
      c += weights[at + 2]! * input;
      d += weights[at + 3]! * input;
      at += unitsAtOnce;
    }
    outputs[unit] = a / (1 + Math.abs(a));
    outputs[unit + 1] = b / (1 + Math.abs(b));
    outputs[unit + 2] = c / (1 + Math.abs(c));
    outputs[unit + 3] = d / (1 + Math.abs(d));
  }
}

const unitsAtOnce = 4;
const inputCount = featureCount * 6;
const fastMean = 0.15;
const slowMean = 0.03;
const weightUnit = 1 / 512;

/** Work for one frame, shared by all lines of a thread (see features.ts). */
const first = new Float64Array(inputBiases.length);
const second = new Float64Array(hiddenBiases.length);

const layers = {
  input: groupLayer(inputWeights, inputBiases),
  hidden: groupLayer(hiddenWeights, hiddenBiases),
  output: { weights: scale(outputWeights), biases: scale(outputBias) },
};

/** From a row per unit to groups of units, whose number is a multiple of four. */
function groupLayer(weights: Int16Array, biases: Int16Array): Layer {
  const width = weights.length / biases.length;
  const rows = scale(weights);
  const grouped = rows.map((_, at) => {
    const unit = Math.floor(at / (width * unitsAtOnce)) * unitsAtOnce + (at % unitsAtOnce);
    return rows[unit * width + (Math.floor(at / unitsAtOnce) % width)]!;
  });
  return { weights: grouped, biases: scale(biases) };
}

function scale(values: Int16Array): Float64Array {
  return Float64Array.from(values, (value) => value * weightUnit);
}
