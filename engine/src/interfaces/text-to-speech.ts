/** A piece of synthesised audio, mono PCM at the synthesiser's rate. */
export type SpeechChunk = {
  /** Nobody writes to it any more: it is kept until it has been played. */
  samples: Int16Array;
  /** When each word of the text is spoken, in ms from the start of this `speak`, where the synthesiser knows. */
  words?: readonly { text: string; startMs: number; endMs: number }[];
};

export interface TextToSpeech {
  readonly sampleRateHz: number;
  /**
   * Speaks one sentence. Chunks come as soon as they exist; the iteration ends with the sentence, or
   * rejects with a ProviderError. Aborting the signal ends it soon, without error or with an AbortError.
   */
  speak(request: {
    text: string;
    voice: string;
    language: string;
    signal: AbortSignal;
  }): AsyncIterable<SpeechChunk>;
}
