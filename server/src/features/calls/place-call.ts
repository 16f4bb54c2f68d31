import type { CarrierService } from '@parley/carriers/carrier';
import { AppError } from '@parley/contract/errors';
import { isFictionalNumber, toE164 } from '@parley/contract/phone';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { AgentForCall } from '../agents/index.ts';
import { callCommandsChannel } from './call-commands.ts';
import type { CallDesk, CallSetup } from './call-desk.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { insertCalls } from './queries.ts';
import { ring } from './ring.ts';
import type { CallRow } from './tables.ts';

/** Calls of one agent, placed together. */
export type PlaceCalls = {
  workspaceId: string;
  agentId: string;
  isTest: boolean;
  /** A rehearsal with people of a simulated network: counted nowhere, and of the version that real calls would have. */
  isSimulation?: boolean;
  /** Who places them, where it is a person: their own email must be proved. */
  userId?: string;
  calls: readonly CallToPlace[];
  /** Runs in the transaction that stores the calls, before them. Returns the ids of those that may be. */
  admit?: (tx: Transaction, calls: readonly AdmittedCall[]) => Promise<ReadonlySet<string>>;
  /** Runs in it after them. */
  onStored?: (tx: Transaction, rows: readonly CallRow[]) => Promise<void>;
};

export type CallToPlace = {
  toNumber: string;
  /** What is known of the person, by merge field. */
  fields?: Readonly<Record<string, string>>;
  /** The number (E.164) it is placed with. Without it one of the agent's, else any of the workspace. */
  fromNumber?: string;
  /** What it is for, where a campaign places it; a rehearsal is no attempt to reach anybody. */
  campaign?: { campaignId: string; contactId?: string; attemptId?: string };
};

/** A call that is about to be stored. */
export type AdmittedCall = { callId: string; campaign: CallToPlace['campaign'] };

/** What became of a call that was to be placed: its queued row, or why there is none. */
export type PlacedCall = { row: CallRow } | { refusal: AppError | 'not_admitted' };

export type PlaceCall = Omit<PlaceCalls, 'calls' | 'admit'> & CallToPlace;

/**
 * As `placeCalls`, of one call.
 * Errors: number_invalid, email_unverified, agent_not_found, unavailable, no_route_for_number, calls_at_limit.
 */
export async function placeCall(desk: CallDesk, call: PlaceCall): Promise<CallRow> {
  const [placed] = await placeCalls(desk, { ...call, calls: [call] });
  if (placed !== undefined && 'row' in placed) return placed.row;
  throw placed?.refusal instanceof AppError ? placed.refusal : AppError.of('unavailable');
}

type Route = { carrierId: string; service: CarrierService };
type NumberedCall = CallToPlace & { fromNumber: string };
type CheckedCall = NumberedCall & { id: string; route: Route | undefined };

/**
 * The one way outbound calls start: checks first, then the rows, in one transaction, then the carrier. Answers for each
 * call, in their order; what happens next is told by the row and the live feed. Rejects, with no call stored, when the
 * rows could not be written.
 */
export async function placeCalls(desk: CallDesk, order: PlaceCalls): Promise<PlacedCall[]> {
  const { platform, needs } = desk;
  const { workspaceId } = order;
  const agent = await needs.agents.findAgentForCall(
    platform.db.queries,
    workspaceId,
    order.agentId,
    // A test call tries what was saved last, published or not.
    order.isTest && !order.isSimulation ? 'newest' : 'published',
  );
  const calls = await numberCalls(desk, order, agent);
  const checked = await checkCalls(desk, { ...order, calls }, agent);
  const wanted = checked.filter((call) => 'id' in call);
  const rows = agent === undefined || wanted.length === 0 ? [] : await storeCalls(desk, order, agent, wanted);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const setups = new Map<string, Promise<CallSetup>>();
  await Promise.all(
    wanted.map(async ({ id, route }) => {
      const row = rowById.get(id);
      if (row === undefined || agent === undefined || route === undefined) return;
      const setup = setups.get(route.carrierId) ?? desk.setUp(workspaceId, route.carrierId, agent);
      setups.set(route.carrierId, setup);
      await ring(desk, row, { agent, setup, service: route.service }).catch((error: unknown) =>
        platform.log.error('A call could not be begun.', { callId: id, error: String(error) }),
      );
    }),
  );
  return checked.map((call) => {
    if ('refusal' in call) return call;
    const row = rowById.get(call.id);
    return row === undefined ? { refusal: 'not_admitted' } : { row };
  });
}

/**
 * Each call with the number it is placed with: its own, else the usual one. What shows who calls also says which network
 * places it: a number is shown by its own.
 */
async function numberCalls(
  { platform, needs }: CallDesk,
  { workspaceId, calls }: Pick<PlaceCalls, 'workspaceId' | 'calls'>,
  agent: AgentForCall | undefined,
): Promise<NumberedCall[]> {
  // One for people of fiction, one for all others.
  const usual = new Map<boolean, string>();
  const numbered: NumberedCall[] = [];
  for (const call of calls) {
    const toNumber = toE164(call.toNumber) ?? '';
    const kind = isFictionalNumber(toNumber);
    if (call.fromNumber === undefined && agent !== undefined && !usual.has(kind)) {
      const { agentId } = agent;
      const found = needs.numbers.findOutboundNumber(platform.db.queries, { workspaceId, agentId, toNumber });
      usual.set(kind, (await found) ?? '');
    }
    numbered.push({ ...call, fromNumber: call.fromNumber ?? usual.get(kind) ?? '' });
  }
  return numbered;
}

async function checkCalls(
  desk: CallDesk,
  order: Omit<PlaceCalls, 'calls'> & { calls: readonly NumberedCall[] },
  agent: AgentForCall | undefined,
): Promise<(CheckedCall | { refusal: AppError })[]> {
  const { platform, needs } = desk;
  const { maxLiveCalls, roles } = platform.config;
  const runsCalls = roles.has('calls');
  const checked: (CheckedCall | { refusal: AppError })[] = [];
  let room = maxLiveCalls - desk.liveCount;
  let mayCallOutside: Promise<AppError | undefined> | undefined;
  const check = async (call: NumberedCall): Promise<CheckedCall> => {
    const toNumber = toE164(call.toNumber);
    if (toNumber === undefined || (order.isSimulation && !isFictionalNumber(toNumber)))
      throw AppError.of('number_invalid', { value: call.toNumber });
    // VERIFY-6. Numbers of fiction ring nobody, so they may be tried before.
    if (!isFictionalNumber(toNumber)) {
      mayCallOutside ??= refusalOf(needs.accounts.checkMayCallOutside(platform.db.queries, order));
      const refusal = await mayCallOutside;
      if (refusal) throw refusal;
    }
    if (!agent) throw AppError.of('agent_not_found');
    if (desk.isDraining) throw AppError.of('unavailable');
    const route = runsCalls ? desk.carriers.findFor(toNumber, order.workspaceId, call.fromNumber) : undefined;
    if (runsCalls && !route) throw AppError.of('no_route_for_number', { number: toNumber });
    if (runsCalls && room <= 0) throw AppError.of('calls_at_limit', { limit: maxLiveCalls });
    room -= 1;
    return { ...call, toNumber, id: newId('call'), route };
  };
  for (const call of order.calls) {
    checked.push(
      await check(call).catch((error: unknown) => {
        if (error instanceof AppError) return { refusal: error };
        throw error;
      }),
    );
  }
  return checked;
}

/** The refusal something ends with; undefined when it went well. Other errors reject. */
async function refusalOf(work: Promise<unknown>): Promise<AppError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Stores the rows of those calls that are admitted, with the news of them. */
async function storeCalls(
  desk: CallDesk,
  order: PlaceCalls,
  agent: AgentForCall,
  wanted: readonly CheckedCall[],
): Promise<CallRow[]> {
  const { platform } = desk;
  const { workspaceId, isTest, isSimulation = false } = order;
  const { db, events, liveFeed } = platform;
  const runsCalls = platform.config.roles.has('calls');
  return await db.transaction(async (tx) => {
    const admitted = await order.admit?.(
      tx,
      wanted.map(({ id, campaign }) => ({ callId: id, campaign })),
    );
    const calls = admitted === undefined ? wanted : wanted.filter(({ id }) => admitted.has(id));
    if (calls.length === 0) return [];
    const rows = await insertCalls(
      tx,
      calls.map(({ id, toNumber, fromNumber, fields, campaign, route }) => ({
        id,
        workspaceId,
        direction: 1,
        agentId: agent.agentId,
        agentVersionId: agent.versionId,
        agentName: agent.name,
        fromNumber,
        toNumber,
        carrier: route?.carrierId ?? '',
        isTest,
        isSimulation,
        state: 'queued' as const,
        processId: runsCalls ? desk.processId : null,
        fields: fields ?? {},
        ...campaign,
      })),
    );
    await events.publishAll(
      tx,
      workspaceId,
      rows.map((row) => ({ type: 'call.started' as const, data: { call: toCallFacts(row) } })),
    );
    await order.onStored?.(tx, rows);
    await liveFeed.publishAll(tx, workspaceId, rows.map(changedEvent));
    if (!runsCalls) {
      const commands = rows.map(({ id }) => JSON.stringify({ place: id }));
      await tx.execute(
        sql`select pg_notify(${callCommandsChannel}, command) from unnest(${sql.param(commands)}::text[]) as given (command)`,
      );
    }
    return rows;
  });
}
