import type { MeaningState } from '@parley/contract/knowledge';
import type { Queries } from '../../platform/db/database.ts';
import type { QuestionVectors } from './meaning/question-vectors.ts';
import type { Vectors } from './meaning/vectors.ts';
import { mergeRanks, type Ranked } from './merge-ranks.ts';
import type { PassageIndex, WordFigures } from './passage-index.ts';
import type { PassageIndexes } from './passage-indexes.ts';
import {
  type AskedWords,
  type FoundPassage,
  listPassages,
  rankInDatabase,
  readAskedWords,
} from './search-queries.ts';

export type SearchHit = FoundPassage & Omit<Ranked, 'id'>;
export type SearchOutcome = { hits: SearchHit[]; meaning: MeaningState };

/** What a search asks. Without `meaning`, passages are found by their words alone. */
export type SearchSources = {
  queries: Queries;
  indexes: PassageIndexes;
  meaning?: { vectors: Vectors; questions: QuestionVectors };
};

export type SearchQuestion = {
  workspaceId: string;
  knowledgeBaseIds: readonly string[];
  question: string;
  limit: number;
  /** How long the model is waited for that tells what the question means, in ms. */
  meaningMs: number;
};

/** What a question is cut to before it is asked. */
const questionLength = 500;
/** How long a question waits for an index that is being made before it asks the database itself. */
const indexWaitMs = 60;
/** A passage that fits so much worse than the best one is left out. */
const worstShare = 0.25;
/** Passages each way of searching brings; the best of both are taken. */
const rankedAtOnce = 20;

/**
 * Passages of the workspace's knowledge bases that fit a question, best first: by their words, and by what they mean
 * where a model is connected. A spoken question names more than an answer holds, so passages need not hold every word.
 */
export async function searchPassages(sources: SearchSources, asked: SearchQuestion): Promise<SearchOutcome> {
  const { workspaceId, limit } = asked;
  const question = asked.question.slice(0, questionLength).trim();
  if (asked.knowledgeBaseIds.length === 0 || question === '') return { hits: [], meaning: 'off' };
  const [words, meaning] = await Promise.all([
    rankByWords(sources, { ...asked, question }),
    rankByMeaning(sources, { ...asked, question }),
  ]);
  const ranked = mergeRanks(words, meaning.ranked).slice(0, limit);
  const found = await listPassages(
    sources.queries,
    workspaceId,
    ranked.map(({ id }) => id),
  );
  const passages = new Map(found.map((passage) => [passage.id, passage]));
  const hits = ranked.flatMap((each) => {
    const passage = passages.get(each.id);
    return passage ? [{ ...passage, score: each.score, foundBy: each.foundBy }] : [];
  });
  return { hits, meaning: meaning.state };
}

type Rank = { id: string; score: number }[];

async function rankByWords(sources: SearchSources, asked: SearchQuestion): Promise<Rank> {
  const words = await readAskedWords(sources.queries, asked);
  if (words.words.length === 0) return [];
  const ranked = await rankWords(sources, words, asked.question);
  return ranked.filter(({ score }) => score >= ranked[0]!.score * worstShare);
}

async function rankWords(
  { queries, indexes }: SearchSources,
  { words, bases }: AskedWords,
  question: string,
): Promise<Rank> {
  const ready = await withinWait(Promise.all(bases.map(({ id, revision }) => indexes.get(id, revision))));
  const found = ready?.filter((index) => index !== undefined);
  if (found?.length !== bases.length) {
    const knowledgeBaseIds = bases.map(({ id }) => id);
    return await rankInDatabase(queries, { knowledgeBaseIds, question, limit: rankedAtOnce });
  }
  const figures = sumFigures(found, words);
  return found
    .flatMap((index) => index.rank(words, figures, rankedAtOnce))
    .sort((one, other) => other.score - one.score)
    .slice(0, rankedAtOnce);
}

function sumFigures(indexes: readonly PassageIndex[], words: readonly string[]): WordFigures {
  const each = indexes.map((index) => index.countWords(words));
  return {
    passages: each.reduce((sum, { passages }) => sum + passages, 0),
    length: each.reduce((sum, { length }) => sum + length, 0),
    withWord: words.map((_, at) => each.reduce((sum, { withWord }) => sum + withWord[at]!, 0)),
  };
}

/** Never rejects: what cannot be found by meaning is found by its words. */
async function rankByMeaning(
  { meaning }: SearchSources,
  { workspaceId, knowledgeBaseIds, question, meaningMs }: SearchQuestion,
): Promise<{ state: MeaningState; ranked: Rank }> {
  if (meaning === undefined) return { state: 'off', ranked: [] };
  const { questions, vectors } = meaning;
  try {
    const answer = await questions.ask(workspaceId, question, meaningMs);
    if (typeof answer === 'string') return { state: answer, ranked: [] };
    if (!(await vectors.isAvailable())) return { state: 'unsupported', ranked: [] };
    const ranked = await vectors.rank({ knowledgeBaseIds, ...answer, limit: rankedAtOnce });
    return { state: 'used', ranked };
  } catch {
    return { state: 'late', ranked: [] };
  }
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
