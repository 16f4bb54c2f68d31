import { agentTestRoutes } from '@parley/contract/agent-tests';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import type { FunctionsFeature } from '../functions/index.ts';
import type { KnowledgeFeature } from '../knowledge/index.ts';
import type { MergeFieldsFeature } from '../merge-fields/index.ts';
import { listAllScenarios } from './queries.ts';
import { mountAgentTestRoutes } from './routes.ts';
import { runTest } from './run-test.ts';
import { runTestJob } from './start-run.ts';
import { toScenario } from './test-views.ts';

export const agentTestMigrations = new URL('./migrations/', import.meta.url);

export type AgentTestsNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport'>;
  agents: Pick<AgentsFeature, 'findAgentForCall' | 'listAgentStates' | 'findVersionNumber'>;
  audit: Pick<AuditFeature, 'record'>;
  connections: Pick<ConnectionsFeature, 'openLanguageModel'>;
  functions: Pick<FunctionsFeature, 'offerTools'>;
  knowledge: Pick<KnowledgeFeature, 'search' | 'prepare'>;
  mergeFields: Pick<MergeFieldsFeature, 'listDescriptions'>;
};

/** Conversations held at once by a process: most of their time is spent waiting for a model. */
const conversationsAtOnce = 4;

/**
 * Tests of agents: scenarios in plain words, held as conversations in writing with the newest saved version, and judged.
 * With a language model it plays the customers and judges; without one customers say their lines and rules judge.
 */
export function openAgentTests(platform: Platform, needs: AgentTestsNeeds): void {
  mountAgentTestRoutes(platform, needs);
  platform.jobs.define({
    name: runTestJob,
    data: z.object({ resultId: z.string() }),
    concurrency: conversationsAtOnce,
    retryLimit: 1,
    expireInSeconds: 600,
    run: ({ resultId }) => runTest(platform, needs, resultId),
  });
  needs.accounts.addToExport({
    name: 'agent_tests',
    permission: agentTestRoutes.list.access,
    async *list(workspaceId) {
      for (const row of await listAllScenarios(platform.db.queries, workspaceId))
        yield { agent_id: row.agentId, ...toScenario(row) };
    },
  });
}
