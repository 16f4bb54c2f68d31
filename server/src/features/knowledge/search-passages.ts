import type { Queries } from '../../platform/db/database.ts';
import type { PassageIndex, WordFigures } from './passage-index.ts';
import type { PassageIndexes } from './passage-indexes.ts';
import {
  type AskedWords,
  type FoundPassage,
  listPassages,
  rankInDatabase,
  readAskedWords,
} from './search-queries.ts';

export type SearchHit = FoundPassage & {
  /** 0..1, how well it fits. */
  score: number;
};

/** What a question is cut to before it is asked. */
const questionLength = 500;
/** How long a question waits for an index that is being made before it asks the database itself. */
const indexWaitMs = 60;
/** A passage that fits so much worse than the best one is left out. */
const worstShare = 0.25;

/**
 * Passages of the workspace's knowledge bases that fit a question, best first. A spoken question names more than an
 * answer holds, so passages need not hold every word of it.
 */
export async function searchPassages(
  { queries, indexes }: { queries: Queries; indexes: PassageIndexes },
  given: { workspaceId: string; knowledgeBaseIds: readonly string[]; question: string; limit: number },
): Promise<SearchHit[]> {
  const question = given.question.slice(0, questionLength);
  if (given.knowledgeBaseIds.length === 0 || question.trim() === '') return [];
  const asked = await readAskedWords(queries, { ...given, question });
  if (asked.words.length === 0) return [];
  const ranked = await rank({ queries, indexes }, asked, question, given.limit);
  const fitting = ranked.filter(({ score }) => score >= ranked[0]!.score * worstShare);
  const passages = new Map(
    (
      await listPassages(
        queries,
        given.workspaceId,
        fitting.map(({ id }) => id),
      )
    ).map((found) => [found.id, found]),
  );
  return fitting.flatMap(({ id, score }) => {
    const passage = passages.get(id);
    return passage ? [{ ...passage, score }] : [];
  });
}

async function rank(
  { queries, indexes }: { queries: Queries; indexes: PassageIndexes },
  { words, bases }: AskedWords,
  question: string,
  limit: number,
): Promise<{ id: string; score: number }[]> {
  const ready = await withinWait(Promise.all(bases.map(({ id, revision }) => indexes.get(id, revision))));
  const found = ready?.filter((index) => index !== undefined);
  if (found?.length !== bases.length)
    return await rankInDatabase(queries, { knowledgeBaseIds: bases.map(({ id }) => id), question, limit });
  const figures = sumFigures(found, words);
  return found
    .flatMap((index) => index.rank(words, figures, limit))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}

function sumFigures(indexes: readonly PassageIndex[], words: readonly string[]): WordFigures {
  const each = indexes.map((index) => index.countWords(words));
  return {
    passages: each.reduce((sum, { passages }) => sum + passages, 0),
    length: each.reduce((sum, { length }) => sum + length, 0),
    withWord: words.map((_, at) => each.reduce((sum, { withWord }) => sum + withWord[at]!, 0)),
  };
}

/** What came of it in time; undefined when it is late or failed. It goes on, for the next question. */
async function withinWait<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), indexWaitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
