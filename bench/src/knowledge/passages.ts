import type { Database } from '@parley/server/platform/db/database';

export const workspaceId = 'wsp_bench0000000000000000';
export const knowledgeBaseId = 'kb_bench0000000000000000';

const vocabularySize = 20_000;
/** The commonest words of a language, such as `the`, are left out of the index and of questions. */
const stopWords = 120;
const batch = 500;
/** Of 800 characters, without stop words. */
const wordsPerPassage = 75;
/** A spoken question without stop words. */
const wordsPerQuestion = 4;

/** Words as often as in speech: the nth of them about 1/n as often as the first (Zipf). The same ones every time. */
class Words {
  #state = 42;

  #next(): number {
    // A linear congruential generator: Numerical Recipes, section 7.1.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }

  take(count: number): string {
    return Array.from({ length: count }, () => {
      const rank = Math.floor(stopWords * (vocabularySize / stopWords) ** this.#next());
      return `w${rank.toString(36)}x`;
    }).join(' ');
  }
}

/** One knowledge base with many passages of one item. */
export async function insertPassages(pool: Database['pool'], count: number): Promise<void> {
  const words = new Words();
  await pool.query("insert into workspaces (id, name) values ($1, 'Bench')", [workspaceId]);
  await pool.query("insert into knowledge_bases (id, workspace_id, name) values ($1, $2, 'Bench')", [
    knowledgeBaseId,
    workspaceId,
  ]);
  await pool.query(
    `insert into knowledge_items (id, knowledge_base_id, kind, title, state)
     values ('kbi_bench', $1, 'text', 'Bench', 'ready')`,
    [knowledgeBaseId],
  );
  for (let done = 0; done < count; done += batch) {
    const rows = Array.from({ length: Math.min(batch, count - done) }, (_, i) => ({
      id: `psg_${done + i}`,
      position: done + i,
      title: words.take(3),
      text: words.take(wordsPerPassage),
    }));
    await pool.query(
      `insert into knowledge_passages (id, item_id, knowledge_base_id, position, title, text)
       select id, 'kbi_bench', $1, position, title, text
       from jsonb_to_recordset($2::jsonb) as r (id text, position int, title text, text text)`,
      [knowledgeBaseId, JSON.stringify(rows)],
    );
  }
  await pool.query('analyze knowledge_passages');
}

/** Questions of words that stand in the passages, common ones and rare ones mixed. */
export function makeQuestions(count: number): string[] {
  const words = new Words();
  return Array.from({ length: count }, () => words.take(wordsPerQuestion));
}

/** Length of the vectors of the most used embedding model. */
const dimensions = 1_536;

/** Vectors that lie anywhere; the same ones every time. */
export class RandomVectors {
  #state = 7;

  next(): number[] {
    return Array.from({ length: dimensions }, () => {
      this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.round((this.#state / 2 ** 31 - 1) * 1_000) / 1_000;
    });
  }
}
