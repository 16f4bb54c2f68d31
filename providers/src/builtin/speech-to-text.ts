import type { SpeechToText, Transcriber, TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';

type HintedWord = { text: string; startMs: number; endMs: number };
type Utterance = { id: number; words: HintedWord[]; told: string };

/** Words that ended this long before speech was found were not part of it: nobody heard them. */
const missedMs = 2_000;
const maxKeptWords = 2_000;

/**
 * Opens the recogniser that comes with the product. It has no ears: it writes down the words a far end that
 * knows its own words says it speaks, spread over the time of the speech, so that an utterance cut early
 * holds only the words spoken by then.
 */
export function openBuiltinSpeechToText(): SpeechToText {
  return {
    hearsAudio: false,
    finalWaitMs: 0,
    open: ({ sampleRateHz, onEvent }) => new HintTranscriber(sampleRateHz, onEvent),
  };
}

class HintTranscriber implements Transcriber {
  readonly #sampleRateHz: number;
  readonly #onEvent: (event: TranscriptEvent) => void;
  #nowMs = 0;
  /** Words that belong to no utterance yet, in the order they are spoken. */
  #waiting: HintedWord[] = [];
  #utterance: Utterance | undefined;
  #isClosed = false;

  constructor(sampleRateHz: number, onEvent: (event: TranscriptEvent) => void) {
    this.#sampleRateHz = sampleRateHz;
    this.#onEvent = onEvent;
  }

  write(frame: Int16Array): void {
    if (this.#isClosed) return;
    this.#nowMs += (frame.length * 1000) / this.#sampleRateHz;
    this.#takeSpokenWords();
  }

  startUtterance(utteranceId: number, preRollMs: number): void {
    if (this.#isClosed) return;
    const startMs = this.#nowMs - preRollMs;
    this.#waiting = this.#waiting.filter((word) => word.endMs > startMs - missedMs);
    this.#utterance = { id: utteranceId, words: [], told: '' };
    this.#takeSpokenWords();
  }

  endUtterance(utteranceId: number): void {
    if (this.#isClosed) return;
    this.#takeSpokenWords();
    const utterance = this.#utterance?.id === utteranceId ? this.#utterance : undefined;
    if (utterance) this.#utterance = undefined;
    this.#onEvent({ type: 'final', utteranceId, text: textOf(utterance?.words ?? []) });
  }

  hintWords(text: string, durationMs: number): void {
    if (this.#isClosed) return;
    // A far end that begins anew has stopped saying what it said before.
    this.#waiting = this.#waiting.filter((word) => word.startMs < this.#nowMs);
    this.#waiting.push(...spreadWords(text, this.#nowMs, durationMs));
    this.#waiting.splice(0, Math.max(0, this.#waiting.length - maxKeptWords));
    this.#takeSpokenWords();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#utterance = undefined;
  }

  /** Moves the words whose middle has been spoken to the utterance, and tells it when it grew. */
  #takeSpokenWords(): void {
    const utterance = this.#utterance;
    if (!utterance) return;
    const isSpoken = (word: HintedWord) => (word.startMs + word.endMs) / 2 <= this.#nowMs;
    const spoken = this.#waiting.filter(isSpoken);
    if (spoken.length === 0) return;
    this.#waiting = this.#waiting.filter((word) => !isSpoken(word));
    utterance.words.push(...spoken);
    const text = textOf(utterance.words);
    if (text === utterance.told) return;
    utterance.told = text;
    this.#onEvent({ type: 'partial', utteranceId: utterance.id, text });
  }
}

/** Gives every word a share of the time by its letters. */
function spreadWords(text: string, startMs: number, durationMs: number): HintedWord[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let atMs = startMs;
  return words.map((word) => {
    const endMs = atMs + (Math.max(0, durationMs) * (word.length + 1)) / letters;
    const spread = { text: word, startMs: atMs, endMs };
    atMs = endMs;
    return spread;
  });
}

function textOf(words: readonly HintedWord[]): string {
  return words.map((word) => word.text).join(' ');
}
