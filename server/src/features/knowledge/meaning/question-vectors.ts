import type { Embedding } from '@parley/providers/embedding';

/** What a question means, by a model. */
export type QuestionVector = { model: string; vector: readonly number[] };

/** How long a workspace's model is kept before the connections are asked again. */
const knownMs = 60_000;
/** Questions whose vectors are kept: callers ask the same things. */
const keptQuestions = 2_000;
/** After so many late answers in a row a model is left alone for a while: no turn waits for what does not come. */
const lateLimit = 3;
const restMs = 30_000;

type Known = { embedding: Embedding | undefined; untilMs: number };

/** Asks the workspaces' models what questions mean, within the time a turn has. */
export class QuestionVectors {
  readonly #find: (workspaceId: string) => Promise<Embedding | undefined>;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, Known>();
  readonly #kept = new Map<string, QuestionVector>();
  readonly #late = new Map<string, { inARow: number; restsUntilMs: number }>();

  constructor(options: {
    find: (workspaceId: string) => Promise<Embedding | undefined>;
    nowMs?: () => number;
  }) {
    this.#find = options.find;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  /** The workspace's model; undefined where none is connected. */
  async findModel(workspaceId: string): Promise<Embedding | undefined> {
    const known = this.#known.get(workspaceId);
    if (known && known.untilMs > this.#nowMs()) return known.embedding;
    const embedding = await this.#find(workspaceId);
    this.#known.set(workspaceId, { embedding, untilMs: this.#nowMs() + knownMs });
    return embedding;
  }

  /** Connections have changed: what is known of models may be wrong. */
  forget(): void {
    this.#known.clear();
    this.#late.clear();
  }

  /** Never rejects. */
  async ask(
    workspaceId: string,
    question: string,
    limitMs: number,
  ): Promise<QuestionVector | 'off' | 'late'> {
    try {
      const embedding = await this.findModel(workspaceId);
      if (embedding === undefined) return 'off';
      const key = JSON.stringify([workspaceId, embedding.model, question]);
      const kept = this.#kept.get(key);
      if (kept) return kept;
      const late = this.#late.get(workspaceId);
      if (late && late.restsUntilMs > this.#nowMs()) return 'late';
      const [vector] = await embedding.embed([question], AbortSignal.timeout(limitMs));
      if (vector === undefined) throw new Error('The model answered no vector.');
      this.#late.delete(workspaceId);
      const answer = { model: embedding.model, vector };
      this.#keep(key, answer);
      return answer;
    } catch {
      this.#miss(workspaceId);
      return 'late';
    }
  }

  #keep(key: string, answer: QuestionVector): void {
    this.#kept.set(key, answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptQuestions && oldest !== undefined) this.#kept.delete(oldest);
  }

  #miss(workspaceId: string): void {
    const inARow = (this.#late.get(workspaceId)?.inARow ?? 0) + 1;
    const restsUntilMs = inARow >= lateLimit ? this.#nowMs() + restMs : 0;
    this.#late.set(workspaceId, { inARow, restsUntilMs });
  }
}
