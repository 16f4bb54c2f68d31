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
  private readonly first = new Float64Array(inputBiases.length);
  private readonly second = new Float64Array(hiddenBiases.length);

  /** Takes the features of the next frame; every frame must be given, active or not. */
  remember(features: Float64Array): void {
    const { inputs } = this;
    inputs.copyWithin(featureCount, 0, 3 * featureCount);
    for (let i = 0; i < featureCount; i++) {
      const value = features[i]!;
      inputs[i] = value;
      inputs[4 * featureCount + i]! += fastMean * (value - inputs[4 * featureCount + i]!);
      inputs[5 * featureCount + i]! += slowMean * (value - inputs[5 * featureCount + i]!);
    }
  }

  /** Log odds that the frame last remembered is speech: above 0 rather yes. */
  judge(): number {
    applyLayer(this.inputs, layers.input, this.first);
    applyLayer(this.first, layers.hidden, this.second);
    let sum = layers.output.biases[0]!;
    for (let i = 0; i < this.second.length; i++) sum += layers.output.weights[i]! * this.second[i]!;
    return sum;
  }

  reset(): void {
    this.inputs.fill(0);
  }
}

type Layer = { weights: Float64Array; biases: Float64Array };

/** Units with softsign, x / (1 + |x|). The number of inputs is even. */
function applyLayer(inputs: Float64Array, { weights, biases }: Layer, outputs: Float64Array): void {
  const width = inputs.length;
  for (let unit = 0; unit < outputs.length; unit++) {
    const row = unit * width;
    let a = biases[unit]!;
    let b = 0;
    for (let i = 0; i < width; i += 2) {
      a += weights[row + i]! * inputs[i]!;
      b += weights[row + i + 1]! * inputs[i + 1]!;
    }
    const sum = a + b;
    outputs[unit] = sum / (1 + Math.abs(sum));
  }
}

const inputCount = featureCount * 6;
const fastMean = 0.15;
const slowMean = 0.03;
const weightUnit = 1 / 512;

const layers = {
  input: scaleLayer(inputWeights, inputBiases),
  hidden: scaleLayer(hiddenWeights, hiddenBiases),
  output: scaleLayer(outputWeights, outputBias),
};

function scaleLayer(weights: Int16Array, biases: Int16Array): Layer {
  const scale = (values: Int16Array) => Float64Array.from(values, (value) => value * weightUnit);
  return { weights: scale(weights), biases: scale(biases) };
}
