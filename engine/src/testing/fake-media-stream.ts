import { frameSamples, levelDbfs } from '../audio/frames.ts';
import { frameMs } from '../interfaces/clock.ts';
import type { CallRateHz, MediaEvent, MediaStream } from '../interfaces/media-stream.ts';
import { type CustomerStep, soundsOf } from './customer-script.ts';
import { makeNoiseBurst, makeSyntheticSpeech } from './synthetic-speech.ts';

export type FakeMediaOptions = {
  script: readonly CustomerStep[];
  sampleRateHz?: CallRateHz;
  /** The far end tells its own words, as a simulated person does. */
  tellsWords?: boolean;
};

/** The line of a scripted customer. Keeps what the agent sent, tick by tick. */
export class FakeMediaStream implements MediaStream {
  readonly sampleRateHz: CallRateHz;
  /** Level of each frame written, in dBFS; null where nothing was written. */
  readonly written: (number | null)[] = [];
  readonly sentDigits: string[] = [];
  reads = 0;
  closes = 0;
  readonly #sounds: { startMs: number; samples: Int16Array }[];
  readonly #events: { atMs: number; event: MediaEvent }[];
  readonly #frame: Int16Array;

  constructor(options: FakeMediaOptions) {
    this.sampleRateHz = options.sampleRateHz ?? 8000;
    this.#frame = new Int16Array(frameSamples(this.sampleRateHz));
    this.#sounds = soundsOf(options.script).map(({ startMs, endMs, text, samples }) => ({
      startMs,
      samples: samples ?? this.#makeSound(endMs - startMs, text),
    }));
    this.#events = eventsOf(options.script, options.tellsWords === true).sort((a, b) => a.atMs - b.atMs);
  }

  read(): Int16Array {
    const startMs = this.reads * frameMs;
    this.reads += 1;
    this.#frame.fill(0);
    for (const sound of this.#sounds) {
      const offset = Math.round(((startMs - sound.startMs) * this.sampleRateHz) / 1000);
      for (let i = Math.max(0, -offset); i < this.#frame.length; i++) {
        const sample = sound.samples[offset + i];
        if (sample === undefined) break;
        this.#frame[i] = sample;
      }
    }
    return this.#frame;
  }

  write(frame: Int16Array | null): void {
    this.written.push(frame ? levelDbfs(frame) : null);
  }

  sendDigits(digits: string): void {
    this.sentDigits.push(digits);
  }

  takeEvents(): readonly MediaEvent[] {
    const nowMs = this.reads * frameMs;
    const due = this.#events.filter(({ atMs }) => atMs < nowMs);
    this.#events.splice(0, due.length);
    return due.map(({ event }) => event);
  }

  close(): void {
    this.closes += 1;
  }

  #makeSound(durationMs: number, text: string): Int16Array {
    const { sampleRateHz } = this;
    if (text === '') return makeNoiseBurst(sampleRateHz, durationMs);
    return findSpeech(sampleRateHz, durationMs);
  }
}

function eventsOf(
  script: readonly CustomerStep[],
  tellsWords: boolean,
): { atMs: number; event: MediaEvent }[] {
  return script.flatMap((step): { atMs: number; event: MediaEvent }[] => {
    const { atMs } = step;
    switch (step.does) {
      case 'speaks':
        return tellsWords
          ? [{ atMs, event: { type: 'words', text: step.text, durationMs: step.durationMs } }]
          : [];
      case 'presses':
        return [...step.digits].map((digit, i) => ({
          atMs: atMs + i * digitEveryMs,
          event: { type: 'digit', digit },
        }));
      case 'types':
        return [{ atMs, event: { type: 'typed', text: step.text } }];
      case 'holds':
        return [{ atMs, event: { type: 'held' } }];
      case 'resumes':
        return [{ atMs, event: { type: 'resumed' } }];
      case 'writes':
        return [{ atMs, event: { type: 'writes' } }];
      case 'is_lost':
        return [{ atMs, event: { type: 'lost' } }];
      default:
        return [];
    }
  });
}

/** Speech is the same in every call: it is made once per rate, and anew only when a longer one is asked for. */
function findSpeech(sampleRateHz: CallRateHz, durationMs: number): Int16Array {
  const length = Math.round((sampleRateHz * durationMs) / 1000);
  let speech = speechAtRate.get(sampleRateHz);
  if (!speech || speech.length < length) {
    speech = makeSyntheticSpeech({ sampleRateHz, durationMs: Math.max(5000, durationMs) });
    speechAtRate.set(sampleRateHz, speech);
  }
  return speech.subarray(0, length);
}

const speechAtRate = new Map<CallRateHz, Int16Array>();
/** How fast a scripted customer presses keys. */
const digitEveryMs = 300;
