import { knowledgeRoutes } from '@parley/contract/knowledge';
import type { KnowledgePassage } from '@parley/engine/interfaces/knowledge';
import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { openItemChanges } from './change-items.ts';
import { toKnowledgeBase } from './knowledge-views.ts';
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

/** The features knowledge stands on. Agents stand on knowledge in turn, so their part comes as a function. */
export type KnowledgeNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport' | 'beforeWorkspaceDeleted'>;
  audit: Pick<AuditFeature, 'record'>;
  /** How many agents use each of the knowledge bases. */
  countAgents(
    queries: Queries,
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
};

export type KnowledgeFeature = {
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
  const changes = openItemChanges(platform);
  mountKnowledgeRoutes(platform, needs, { indexes, changes });
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
    async prepare(workspaceId, knowledgeBaseIds) {
      await indexes
        .prepare(workspaceId, knowledgeBaseIds)
        .catch((error: unknown) =>
          log.warn('The index of a knowledge base was not made ready.', { error: String(error) }),
        );
    },
    async search(workspaceId, knowledgeBaseIds, question) {
      const given = { workspaceId, knowledgeBaseIds, question, limit: passagesPerTurn };
      return (await searchPassages({ queries: db.queries, indexes }, given)).map(({ id, title, text }) => ({
        id,
        title,
        text,
      }));
    },
  };
}
