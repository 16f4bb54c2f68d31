/** Turns texts into vectors, so that texts of like meaning lie near each other. */
export interface Embedding {
  /** The model's name at its vendor. Vectors of different models, or of different lengths, cannot be compared. */
  readonly model: string;
  /** Length of every vector; undefined where only the first answer tells it. */
  readonly dimensions: number | undefined;
  /**
   * One vector for each text, in their order, all of one length. Many texts go out in several requests.
   * Rejects with a ProviderError; aborting the signal rejects with its reason.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}
