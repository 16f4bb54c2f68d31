import type { SpeechChunk, TextToSpeech } from '../interfaces/text-to-speech.ts';
import { readStream, type StreamReading } from './stream-reading.ts';

/** How a text is to be spoken. */
export type SpokenLine = { text: string; voice: string; language: string };

/**
 * Lines that must be there at once, or when a provider dies: synthesised early, kept, and played without
 * asking anybody. What one call has prepared serves the later calls on the same synthesiser.
 */
export class PreparedSpeech {
  readonly #textToSpeech: TextToSpeech;
  readonly #waiting: SpokenLine[] = [];
  #reading: StreamReading | null = null;
  #isClosed = false;

  constructor(textToSpeech: TextToSpeech) {
    this.#textToSpeech = textToSpeech;
  }

  /** Synthesises lines one after the other, in the background. What fails is left out. */
  prepare(lines: readonly SpokenLine[]): void {
    for (const line of lines) if (line.text !== '' && !this.find(line)) this.#waiting.push(line);
    this.#next();
  }

  /** The audio of a line, complete, or undefined. */
  find(line: SpokenLine): readonly SpeechChunk[] | undefined {
    return kept.get(this.#textToSpeech)?.get(keyOf(line));
  }

  /** Stops preparing. May be called twice. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#reading?.cancel();
  }

  #next(): void {
    if (this.#reading || this.#isClosed) return;
    const line = this.#waiting.shift();
    if (!line) return;
    const chunks: SpeechChunk[] = [];
    const controller = new AbortController();
    let samples = 0;
    const reading = readStream<SpeechChunk>({
      open: () => this.#textToSpeech.speak({ ...line, signal: controller.signal }),
      onItem: ({ samples: piece, words }) => {
        samples += piece.length;
        if (samples > this.#textToSpeech.sampleRateHz * maxSeconds) return 'wait';
        chunks.push({ samples: piece.slice(), ...(words ? { words } : {}) });
        return 'more';
      },
      onEnd: (error) => {
        this.#reading = null;
        if (error === undefined && samples > 0) keep(this.#textToSpeech, line, chunks);
        this.#next();
      },
    });
    this.#reading = {
      goOn: () => reading.goOn(),
      cancel: () => {
        controller.abort();
        reading.cancel();
      },
    };
  }
}

function keep(textToSpeech: TextToSpeech, line: SpokenLine, chunks: readonly SpeechChunk[]): void {
  let lines = kept.get(textToSpeech);
  if (!lines) {
    lines = new Map();
    kept.set(textToSpeech, lines);
  }
  // Insertion order: the oldest makes room.
  const oldest = lines.keys().next().value;
  if (lines.size >= maxLines && oldest !== undefined) lines.delete(oldest);
  lines.set(keyOf(line), chunks);
}

function keyOf({ text, voice, language }: SpokenLine): string {
  return `${language}\n${voice}\n${text}`;
}

const kept = new WeakMap<TextToSpeech, Map<string, readonly SpeechChunk[]>>();
/** The apology's and the greeting's sentences of the agents in use at a time: about 10 MB at 24 kHz. */
const maxLines = 64;
const maxSeconds = 20;
