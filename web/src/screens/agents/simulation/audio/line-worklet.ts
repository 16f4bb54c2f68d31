import { simulationAudio } from '@parley/contract/simulation-rules';
import { Playout } from './playout.ts';
import { Resampler } from './resampler.ts';

/** What the audio thread offers beside the language (Web Audio API, 1.32). */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Rate of the sound card, in Hz. */
declare const sampleRate: number;

const { rateHz, frameSamples } = simulationAudio;
/** How often a level is told, in ms. */
const levelEveryMs = 80;
/** Frames come every 20 ms while somebody speaks: after this long nothing more comes of a sentence. */
const quietMs = 120;

/** The loudest of some samples at a time, told now and then. */
class Meter {
  #peak = 0;
  #passedMs = 0;

  /** A level from 0 to 1, or undefined until it is time to tell it. */
  add(block: Float32Array): number | undefined {
    for (const sample of block) this.#peak = Math.max(this.#peak, Math.abs(sample));
    this.#passedMs += (block.length * 1000) / sampleRate;
    if (this.#passedMs < levelEveryMs) return undefined;
    const level = this.#peak;
    this.#peak = 0;
    this.#passedMs = 0;
    return level;
  }
}

/** Turns what the microphone gives into frames of 20 ms for the line. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, rateHz);
  readonly #meter = new Meter();
  #frame = new Int16Array(frameSamples);
  #used = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (!channel) return true;
    const level = this.#meter.add(channel);
    if (level !== undefined) this.port.postMessage({ level });
    for (const sample of this.#resampler.process(channel)) {
      this.#frame[this.#used] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
      this.#used += 1;
      if (this.#used < frameSamples) continue;
      const { buffer } = this.#frame;
      this.port.postMessage({ frame: buffer }, [buffer]);
      this.#frame = new Int16Array(frameSamples);
      this.#used = 0;
    }
    return true;
  }
}

/** Plays the frames of the line. */
class SpeakerProcessor extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(rateHz, sampleRate);
  readonly #playout = new Playout(sampleRate);
  readonly #meter = new Meter();
  #sinceFrameMs = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const frame = Float32Array.from(new Int16Array(data), (sample) => sample / 32_768);
      this.#playout.push(this.#resampler.process(frame));
      this.#sinceFrameMs = 0;
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [first, ...others] = output ?? [];
    if (!first) return true;
    this.#sinceFrameMs += (first.length * 1000) / sampleRate;
    if (this.#sinceFrameMs > quietMs) this.#playout.finish();
    this.#playout.take(first);
    for (const other of others) other.set(first);
    const level = this.#meter.add(first);
    if (level !== undefined) this.port.postMessage({ level });
    return true;
  }
}

registerProcessor('line-microphone', MicrophoneProcessor);
registerProcessor('line-speaker', SpeakerProcessor);
