import type { Queries } from '../../platform/db/database.ts';
import { parseWords } from './parse-words.ts';
import { type PassageIndex, PassageIndexBuilder } from './passage-index.ts';
import { listPassageWords, readAskedWords } from './search-queries.ts';

/** All indexes of a process together; the one asked longest ago makes room. */
const bytesLimit = 128 * 1024 * 1024;
/** A knowledge base larger than this, in words of passages, is searched in the database alone. */
const postingsLimit = 8_000_000;
/** Passages read at once: short enough that a call's own queries find their turn between two. */
const readAtOnce = 250;

type Kept = { revision: string; index: PassageIndex | undefined };

/**
 * The indexes of the knowledge bases that were asked last, made when first asked. One that the database has changed since
 * is made anew: its revision tells, so no process has to be told.
 */
export class PassageIndexes {
  readonly #queries: Queries;
  /** The one asked last stands last. */
  readonly #kept = new Map<string, Kept>();
  readonly #building = new Map<string, { revision: string; built: Promise<PassageIndex | undefined> }>();
  #bytes = 0;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** The index of this revision or a later one. Undefined where the knowledge base is too large for one. Rejects when it cannot be read. */
  async get(knowledgeBaseId: string, revision: string): Promise<PassageIndex | undefined> {
    const kept = this.#kept.get(knowledgeBaseId);
    if (kept?.revision === revision) {
      this.#kept.delete(knowledgeBaseId);
      this.#kept.set(knowledgeBaseId, kept);
      return kept.index;
    }
    const building = this.#building.get(knowledgeBaseId);
    if (building?.revision === revision) return await building.built;
    const built = this.#build(knowledgeBaseId, revision);
    this.#building.set(knowledgeBaseId, { revision, built });
    try {
      return await built;
    } finally {
      if (this.#building.get(knowledgeBaseId)?.built === built) this.#building.delete(knowledgeBaseId);
    }
  }

  /** Makes the indexes of these knowledge bases where they are not there. */
  async prepare(workspaceId: string, knowledgeBaseIds: readonly string[]): Promise<void> {
    if (knowledgeBaseIds.length === 0) return;
    const asked = { workspaceId, knowledgeBaseIds, question: '' };
    const { bases } = await readAskedWords(this.#queries, asked);
    for (const { id, revision } of bases) await this.get(id, revision);
  }

  async #build(knowledgeBaseId: string, revision: string): Promise<PassageIndex | undefined> {
    const builder = new PassageIndexBuilder();
    let after = { itemId: '', position: -1 };
    let index: PassageIndex | undefined;
    for (;;) {
      const rows = await listPassageWords(this.#queries, knowledgeBaseId, after, readAtOnce);
      for (const { id, words } of rows) builder.add(id, parseWords(words));
      const last = rows.at(-1);
      if (builder.postings > postingsLimit) break;
      if (last === undefined || rows.length < readAtOnce) {
        index = builder.build();
        break;
      }
      after = last;
    }
    this.#keep(knowledgeBaseId, { revision, index });
    return index;
  }

  #keep(knowledgeBaseId: string, kept: Kept): void {
    this.#drop(knowledgeBaseId);
    this.#kept.set(knowledgeBaseId, kept);
    this.#bytes += kept.index?.bytes ?? 0;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= bytesLimit || oldest === knowledgeBaseId) break;
      this.#drop(oldest);
    }
  }

  #drop(knowledgeBaseId: string): void {
    this.#bytes -= this.#kept.get(knowledgeBaseId)?.index?.bytes ?? 0;
    this.#kept.delete(knowledgeBaseId);
  }
}
