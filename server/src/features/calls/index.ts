import type { FarEndSocket, SamplePerson } from '@parley/carriers/carrier';
import { carriers } from '@parley/carriers/index';
import { callRoutes } from '@parley/contract/calls';
import type { CallFacts } from '@parley/contract/workspace-events';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { analyseCall } from './analyse-call.ts';
import { CallDesk, type CallsNeeds } from './call-desk.ts';
import { toCallFacts } from './call-views.ts';
import { newProcessId, watchLostCalls } from './close-lost-calls.ts';
import { exportCalls } from './export-calls.ts';
import { analyseCallJob } from './finish-calls.ts';
import { hangUpCalls } from './hang-up-calls.ts';
import { endCallsOfWorkspace } from './leave-workspace.ts';
import { openLines } from './open-lines.ts';
import { type PlaceCall, type PlaceCalls, type PlacedCall, placeCall, placeCalls } from './place-call.ts';
import {
  acceptSocket,
  canSimulate,
  findSimulation,
  type PlaceSimulation,
  placeSimulation,
} from './place-simulation.ts';
import { deleteProcess, findCall } from './queries.ts';
import { mountCallRoutes } from './routes.ts';
import type { CallRow } from './tables.ts';

export { addDisclosure } from './disclose.ts';
export { fillAgent } from './fill-agent.ts';
export { type CallTranscript, findTranscript } from './find-transcript.ts';
export { hearOptOut } from './hear-opt-out.ts';
export type { AdmittedCall, PlaceCall, PlaceCalls, PlacedCall } from './place-call.ts';
export { countCalls } from './queries.ts';
export type { CallRow } from './tables.ts';

export const callMigrations = new URL('./migrations/', import.meta.url);

export type CallsFeature = {
  /** Where a SIP phone rings the number; null when no carrier has addresses. */
  addressOf(number: string): string | null;
  /** Connections were added or removed: the carriers take them over. */
  reloadConnections(): Promise<void>;
  /** The one way an outbound call starts; see place-call.ts. */
  placeCall(call: PlaceCall): Promise<CallRow>;
  /** People whom calls can be tried on without ringing a real phone. */
  listSamplePeople(): readonly SamplePerson[];
  /** As `placeCall`, of many calls of one agent: one transaction, an answer for each. */
  placeCalls(order: PlaceCalls): Promise<PlacedCall[]>;
  /** Ends running calls of the workspace, in whichever process they run. */
  hangUp(queries: Queries, workspaceId: string, callIds: readonly string[]): Promise<void>;
  /** A call as events tell it; undefined when the workspace has none of that id. */
  findFacts(workspaceId: string, callId: string): Promise<CallFacts | undefined>;
  liveCount(): number;
  /** Whether this process can run simulations. */
  canSimulate(): boolean;
  /** Begins a call of staff with an agent in the browser. Errors: simulation_unavailable, unavailable, calls_at_limit. */
  placeSimulation(simulation: PlaceSimulation): Promise<CallRow>;
  /** Whether a simulated call of the workspace waits or runs in this process. */
  hasSimulation(workspaceId: string, callId: string): boolean;
  /** Gives a simulated call of the workspace the socket of its page. False when none waits or runs here. */
  acceptSocket(workspaceId: string, callId: string, socket: FarEndSocket): boolean;
  /** Takes no new call, waits for the running ones up to `graceMs`, ends the rest. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Calls: answering, placing, running and ending them, and the call log. With the role `calls` this process
 * has lines and threads of its own; without it, it serves the log and hands calls to those that have.
 */
export async function openCalls(
  platform: Platform,
  needs: CallsNeeds,
  options: {
    /** Awaited before lost calls are closed and lines open: from then on jobs can be stored. */ beforeLines?: () => Promise<void>;
  } = {},
): Promise<CallsFeature> {
  const { config, db, jobs } = platform;
  jobs.define({
    name: analyseCallJob,
    data: z.object({ callId: z.string() }),
    run: ({ callId }) => analyseCall(platform, needs, callId),
  });
  const desk = new CallDesk({ platform, needs, processId: newProcessId() });
  mountCallRoutes(platform, desk, needs.recordings);
  needs.accounts.beforeWorkspaceDeleted((workspaceId) => endCallsOfWorkspace(desk, workspaceId));
  needs.accounts.addToExport({
    name: 'calls',
    permission: callRoutes.get.access,
    list: (workspaceId) => exportCalls(db.queries, needs, workspaceId),
  });
  new Gauge({
    name: 'parley_live_calls',
    help: 'Calls this process runs now.',
    registers: [platform.metrics],
    collect() {
      this.set(desk.liveCount);
    },
  });
  await options.beforeLines?.();
  const runsCalls = config.roles.has('calls');
  // Whoever works for the installation closes the calls of a process that died, with lines of its own or without.
  const watches = (['calls', 'jobs', 'dialer'] as const).some((role) => config.roles.has(role));
  const watch = watches ? await watchLostCalls(desk) : undefined;
  const lines = runsCalls ? await openLines(desk) : undefined;
  return {
    addressOf: (number) => lines?.addressOf(number) ?? null,
    reloadConnections: async () => await lines?.reloadConnections(),
    placeCall: (call) => placeCall(desk, call),
    listSamplePeople: () => carriers.flatMap((each) => each.samplePeople ?? []),
    placeCalls: (order) => placeCalls(desk, order),
    hangUp: (queries, workspaceId, callIds) => hangUpCalls(desk, queries, { workspaceId, callIds }),
    async findFacts(workspaceId, callId) {
      const row = await findCall(db.queries, workspaceId, callId);
      return row && toCallFacts(row);
    },
    liveCount: () => desk.liveCount,
    canSimulate: () => canSimulate(desk),
    placeSimulation: (simulation) => placeSimulation(desk, simulation),
    hasSimulation: (workspaceId, callId) => findSimulation(desk, workspaceId, callId) !== undefined,
    acceptSocket: (workspaceId, callId, socket) => acceptSocket(desk, workspaceId, callId, socket),
    drain: (graceMs) => desk.drain(graceMs),
    async close() {
      watch?.stop();
      desk.endAll('shut_down');
      await lines?.close();
      await deleteProcess(db.queries, desk.processId);
    },
  };
}
