import { knowledgeRoutes } from '@parley/contract/knowledge';
import type { KnowledgePassage } from '@parley/engine/interfaces/knowledge';
import type { Embedding } from '@parley/providers/embedding';
import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { openItemChanges } from './change-items.ts';
import { toKnowledgeBase } from './knowledge-views.ts';
import { embedAll, embedAllCron, embedAllJob, embedBase, embedBaseJob } from './meaning/embed-bases.ts';
import { QuestionVectors } from './meaning/question-vectors.ts';
import { Vectors } from './meaning/vectors.ts';
import { PassageIndexes } from './passage-indexes.ts';
import { listBaseNames, listBases, listItems } from './queries.ts';
import { readDuePages, readDuePagesCron, readDuePagesJob } from './read-due-pages.ts';
import { readItem, readItemJob } from './read-item.ts';
import { removeFiles, removeFilesJob, removeFilesOfWorkspace } from './remove-files.ts';
import { mountKnowledgeRoutes } from './routes.ts';
import { searchPassages } from './search-passages.ts';

export const knowledgeMigrations = new URL('./migrations/', import.meta.url);

/** Passages an answer is given: enough for two facts from different places, short enough to be read in no time. */
const passagesPerTurn = 4;

/** The engine waits 700 ms for a look-up; what the question means must be known before, or its words must do. */
const meaningMsPerTurn = 140;

/** The features knowledge stands on. Agents stand on knowledge in turn, so their part comes as a function. */
export type KnowledgeNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport' | 'beforeWorkspaceDeleted'>;
  audit: Pick<AuditFeature, 'record'>;
  /** The workspace's model that turns texts into vectors; undefined where none is connected. */
  findEmbedding(workspaceId: string): Promise<Embedding | undefined>;
  /** How many agents use each of the knowledge bases. */
  countAgents(
    queries: Queries,
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
};

export type KnowledgeFeature = {
  /** Connections have changed: passages get the vectors of a model that is new. */
  onConnectionsChanged(): Promise<void>;
  /** Names of those of the knowledge bases that exist in the workspace, by id. */
  listNames(
    queries: Queries,
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Makes ready what look-ups of a call will need, so that its first is as fast as the others. Never rejects. */
  prepare(workspaceId: string, knowledgeBaseIds: readonly string[]): Promise<void>;
  /** What an agent is given to answer a question with, best first. */
  search(
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
    question: string,
  ): Promise<readonly KnowledgePassage[]>;
};

/** What agents can look up: texts, web pages and files, cut into passages and found by their words. */
export function openKnowledge(platform: Platform, needs: KnowledgeNeeds): KnowledgeFeature {
  const { db, jobs, log } = platform;
  const indexes = new PassageIndexes(db.queries);
  const meaning = {
    vectors: new Vectors({ db, log }),
    questions: new QuestionVectors({ find: needs.findEmbedding }),
  };
  const sources = { queries: db.queries, indexes, meaning };
  const changes = openItemChanges(platform);
  mountKnowledgeRoutes(platform, needs, { sources, changes });
  jobs.define({
    name: embedBaseJob,
    data: z.object({ knowledgeBaseId: z.string() }),
    run: (job) => embedBase(platform, meaning, job),
  });
  jobs.define({
    name: embedAllJob,
    data: z.object({}),
    cron: embedAllCron,
    run: () => embedAll(platform, meaning),
  });
  jobs.define({
    name: readItemJob,
    data: z.object({ itemId: z.string(), revision: z.int() }),
    run: (job) => readItem(platform, job),
  });
  jobs.define({
    name: removeFilesJob,
    data: z.object({ keys: z.array(z.string()) }),
    run: (job) => removeFiles(platform, job),
  });
  jobs.define({
    name: readDuePagesJob,
    data: z.object({}),
    cron: readDuePagesCron,
    run: () => readDuePages(platform, changes),
  });
  needs.accounts.beforeWorkspaceDeleted((workspaceId) => removeFilesOfWorkspace(platform, workspaceId));
  needs.accounts.addToExport({
    name: 'knowledge_bases',
    permission: knowledgeRoutes.list.access,
    async *list(workspaceId) {
      for (const row of await listBases(db.queries, workspaceId))
        yield toKnowledgeBase(row, await listItems(db.queries, [row.id]), 0);
    },
  });
  return {
    listNames: listBaseNames,
    async onConnectionsChanged() {
      meaning.questions.forget();
      await jobs.enqueue(db.queries, embedAllJob, {}, { singletonKey: embedAllJob });
    },
    async prepare(workspaceId, knowledgeBaseIds) {
      await indexes
        .prepare(workspaceId, knowledgeBaseIds)
        .catch((error: unknown) =>
          log.warn('The index of a knowledge base was not made ready.', { error: String(error) }),
        );
    },
    async search(workspaceId, knowledgeBaseIds, question) {
      const given = { workspaceId, knowledgeBaseIds, question, limit: passagesPerTurn };
      const { hits } = await searchPassages(sources, { ...given, meaningMs: meaningMsPerTurn });
      return hits.map(({ id, title, text }) => ({
        id,
        title,
        text,
      }));
    },
  };
}
