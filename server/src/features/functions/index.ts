import type { AgentFunction } from '@parley/contract/agent-functions';
import type { OutsideToolResult, OutsideToolRun } from '@parley/engine/interfaces/outside-tools';
import type { OfferedTools } from '@parley/engine/tools/tools-for-agent';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsFeature } from '../agents/index.ts';
import { findOffered, offerTools } from './offered-tools.ts';
import { insertRun, saveRunEnd } from './queries.ts';
import { mountFunctionRoutes } from './routes.ts';
import { runWebhook } from './run-webhook.ts';

export const functionMigrations = new URL('./migrations/', import.meta.url);

/** The call a function runs in. Numbers in E.164. */
export type FunctionCall = {
  id: string;
  direction: 'inbound' | 'outbound';
  fromNumber: string;
  toNumber: string;
};

export type FunctionsNeeds = { agents: Pick<AgentsFeature, 'findAgentForCall' | 'openFunctions'> };

export type FunctionsFeature = {
  /** What a call with these functions offers to the model. */
  offerTools(functions: readonly AgentFunction[]): OfferedTools;
  /** Runs one of them, once. What went wrong is told in the result, which never claims what is not known. */
  run(
    call: FunctionCall,
    functions: readonly AgentFunction[],
    run: OutsideToolRun,
    signal: AbortSignal,
  ): Promise<OutsideToolResult>;
};

/** What agents may do in calls besides talking: custom functions over HTTP. */
export function openFunctions(
  platform: Pick<Platform, 'db' | 'http' | 'outbound'>,
  needs: FunctionsNeeds,
): FunctionsFeature {
  const { db, outbound } = platform;
  mountFunctionRoutes(platform, needs);
  return {
    offerTools,
    async run(call, functions, run, signal) {
      const { runId, name } = run;
      const found = findOffered(functions, name);
      const [opened] = found ? needs.agents.openFunctions([found]) : [];
      if (opened === undefined || !('url' in opened)) return { result: 'There is no such function.' };
      const begun = { callId: call.id, runId, name, arguments: { ...run.arguments } };
      if (!(await insertRun(db.queries, begun)))
        return { result: 'This was asked for already; whether it was done is not known.' };
      const webhookCall = {
        id: call.id,
        direction: call.direction,
        from_number: call.fromNumber,
        to_number: call.toNumber,
      };
      const given = { function: opened, arguments: run.arguments, call: webhookCall };
      const outcome = await runWebhook(outbound, { ...given, idempotencyKey: `${call.id}-${runId}` }, signal);
      const { answer, result, took_ms } = outcome;
      await saveRunEnd(db.queries, begun, { result, status: answer?.status ?? null, tookMs: took_ms });
      return { result };
    },
  };
}
