import type { AgentFunction } from '@parley/contract/agent-functions';
import type { CallFunctionRun } from '@parley/contract/calls';
import type { OutsideToolResult, OutsideToolRun } from '@parley/engine/interfaces/outside-tools';
import { sentencesFor } from '@parley/engine/interfaces/spoken-sentences';
import type { OfferedTools } from '@parley/engine/tools/tools-for-agent';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { IntegrationsFeature } from '../integrations/index.ts';
import { findOffered, offerTools } from './offered-tools.ts';
import { hasBooked, insertRun, listRuns, saveRunEnd } from './queries.ts';
import { mountFunctionRoutes } from './routes.ts';
import { isCalendarFunction, runCalendar } from './run-calendar.ts';
import { runWebhook } from './run-webhook.ts';
import type { FunctionRunRow } from './tables.ts';
import { planTransfer, type TransferPlan } from './transfer-tool.ts';

export type { TransferPlan } from './transfer-tool.ts';

export const functionMigrations = new URL('./migrations/', import.meta.url);

/** The call a function runs in. Numbers in E.164. */
export type FunctionCall = {
  id: string;
  workspaceId: string;
  direction: 'inbound' | 'outbound';
  fromNumber: string;
  toNumber: string;
  /** Hands the call over and tells what became of it. Never rejects; gives up when the signal says so. */
  transfer(plan: TransferPlan, signal: AbortSignal): Promise<TransferOutcome>;
};

/** What the agent is told of a transfer, and what the call's record says of it. */
export type TransferOutcome = { told: Omit<OutsideToolResult, 'record'>; record: string };

export type FunctionsNeeds = {
  agents: Pick<AgentsFeature, 'findAgentForCall' | 'openFunctions'>;
  audit: Pick<AuditFeature, 'record'>;
  integrations: Pick<IntegrationsFeature, 'findCalendar'>;
};

export type FunctionsFeature = {
  /** What a call with these functions offers to the model; what is said while they run, in the language (BCP 47). */
  offerTools(
    workspaceId: string,
    functions: readonly AgentFunction[],
    language: string,
  ): Promise<OfferedTools>;
  /** Whether an appointment was booked in the call. */
  hasBooked(queries: Queries, callId: string): Promise<boolean>;
  /** What was run in a call, in the order it was begun. */
  listRuns(queries: Queries, callId: string): Promise<CallFunctionRun[]>;
  /** Runs one of them, once. What went wrong is told in the result, which never claims what is not known. */
  run(
    call: FunctionCall,
    functions: readonly AgentFunction[],
    run: OutsideToolRun,
    signal: AbortSignal,
  ): Promise<OutsideToolResult>;
};

/** What agents may do in calls besides talking: custom functions over HTTP, and the calendar. */
export function openFunctions(
  platform: Pick<Platform, 'db' | 'http' | 'outbound'>,
  needs: FunctionsNeeds,
  nowMs: () => number = Date.now,
): FunctionsFeature {
  const { db, outbound } = platform;
  mountFunctionRoutes(platform, needs);
  return {
    async offerTools(workspaceId, functions, language) {
      const calendar = functions.some(isCalendarFunction)
        ? await needs.integrations.findCalendar(workspaceId)
        : undefined;
      const open = calendar && { timeZone: calendar.timeZone, nowMs: nowMs() };
      return offerTools(functions, open, sentencesFor(language));
    },
    hasBooked,
    listRuns: async (queries, callId) => (await listRuns(queries, callId)).map(toWire),
    async run(call, functions, run, signal) {
      const { runId, name } = run;
      const found = findOffered(functions, name);
      if (found === undefined) return { result: 'There is no such function.' };
      const begun = { callId: call.id, runId, name, arguments: { ...run.arguments } };
      if (!(await insertRun(db.queries, begun)))
        return { result: 'This was asked for already; whether it was done is not known.' };
      if (isCalendarFunction(found)) {
        const beganMs = nowMs();
        const calendar = await needs.integrations.findCalendar(call.workspaceId);
        const given = { arguments: run.arguments, runKey: `${call.id}-${runId}` };
        const { result, record, isBooked } = await runCalendar(calendar, found, given, signal);
        const tookMs = nowMs() - beganMs;
        await saveRunEnd(db.queries, begun, { result: record, status: null, tookMs, isBooked });
        return { result, record };
      }
      if (found.type === 'transfer_call') {
        const beganMs = nowMs();
        const plan = planTransfer(found, run.arguments);
        const { told, record } = plan
          ? await call.transfer(plan, signal)
          : {
              told: { result: 'The instructions name no such number. Nothing was done; tell the person so.' },
              record: 'The instructions name no such number.',
            };
        const tookMs = nowMs() - beganMs;
        await saveRunEnd(db.queries, begun, { result: record, status: null, tookMs, isBooked: false });
        return { ...told, record };
      }
      const [opened] = needs.agents.openFunctions([found]);
      if (opened === undefined || !('url' in opened)) return { result: 'This cannot be done in a call.' };
      const webhookCall = {
        id: call.id,
        direction: call.direction,
        from_number: call.fromNumber,
        to_number: call.toNumber,
      };
      const given = { function: opened, arguments: run.arguments, call: webhookCall };
      const webhookRun = { ...given, idempotencyKey: `${call.id}-${runId}` };
      const { trial, record } = await runWebhook(outbound, webhookRun, signal);
      await saveRunEnd(db.queries, begun, {
        result: record,
        status: trial.answer?.status ?? null,
        tookMs: trial.took_ms,
        isBooked: false,
      });
      return { result: trial.result, record };
    },
  };
}

function toWire(row: FunctionRunRow): CallFunctionRun {
  return {
    run_id: row.runId,
    name: row.name,
    arguments: row.arguments,
    result: row.result,
    status: row.status,
    took_ms: row.tookMs,
    started_at: row.createdAt.toISOString(),
  };
}
