import type { CarrierEnvironment } from '@parley/carriers/carrier';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { analyseCall } from './analyse-call.ts';
import { answerInbound } from './answer-inbound.ts';
import { CallDesk, type CallsNeeds } from './call-desk.ts';
import { CallThreads } from './call-threads.ts';
import { openCarrierServices } from './carrier-services.ts';
import { newProcessId, watchLostCalls } from './close-lost-calls.ts';
import { analyseCallJob } from './finish-call.ts';
import { callCommandsChannel, takeQueuedCall } from './place-call.ts';
import { deleteProcess } from './queries.ts';
import { mountCallRoutes } from './routes.ts';

export const callMigrations = new URL('./migrations/', import.meta.url);

export type CallsFeature = {
  /** Where a SIP phone rings the number; null when no carrier has addresses. */
  addressOf(number: string): string | null;
  /** Connections were added or removed: the carriers take them over. */
  reloadConnections(): Promise<void>;
  liveCount(): number;
  /** Takes no new call, waits for the running ones up to `graceMs`, ends the rest. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
};

const Command = z.object({ place: z.string().optional(), hangUp: z.string().optional() });

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
  const { config, db, jobs, log, http } = platform;
  jobs.define({
    name: analyseCallJob,
    data: z.object({ callId: z.string() }),
    run: ({ callId }) => analyseCall(platform, needs.connections, callId),
  });
  const desk = new CallDesk({ platform, needs, processId: newProcessId() });
  mountCallRoutes(platform, desk, needs.recordings);
  new Gauge({
    name: 'parley_live_calls',
    help: 'Calls this process runs now.',
    registers: [platform.metrics],
    collect() {
      this.set(desk.liveCount);
    },
  });
  await options.beforeLines?.();
  if (!config.roles.has('calls')) {
    return {
      addressOf: () => null,
      reloadConnections: async () => undefined,
      liveCount: () => 0,
      drain: async () => undefined,
      close: async () => undefined,
    };
  }

  const tickLate = new Gauge({
    name: 'parley_call_tick_late_ms',
    help: 'How late the audio tick of a call thread was at most in the last second.',
    labelNames: ['thread'],
    registers: [platform.metrics],
  });
  const environment: CarrierEnvironment = {
    sipHost: config.sipHost,
    sipPort: config.sipPort,
    rtpPortMin: config.rtpPortMin,
    rtpPortMax: config.rtpPortMax,
    productName: config.links.productName,
  };
  const watch = await watchLostCalls(desk);
  const threads = await CallThreads.open({
    threads: config.callThreads,
    environment,
    log,
    onEvent: (callId, event) => desk.find(callId)?.onCallEvent(event),
    onHealth: ({ thread, tickLateMsMax }) => tickLate.set({ thread: String(thread) }, tickLateMsMax),
  });
  const carriers = await openCarrierServices({
    platform,
    connections: needs.connections,
    environment,
    media: threads,
    onOffer: (carrierId, offer) => answerInbound(desk, carrierId, offer),
  });
  desk.join({ threads, carriers });
  const stopListening = await db.listen(callCommandsChannel, (payload) => {
    const command = Command.safeParse(JSON.parse(payload));
    if (!command.success) return;
    if (command.data.hangUp) desk.find(command.data.hangUp)?.end('staff_hung_up');
    if (command.data.place) {
      takeQueuedCall(desk, command.data.place).catch((error: unknown) =>
        log.error('A queued call could not be taken.', { error: String(error) }),
      );
    }
  });
  for (const { carrierId } of carriers.statuses()) {
    http.addReadiness(`carrier ${carrierId}`, async () => carriers.get(carrierId)?.status().isReady ?? false);
  }

  return {
    addressOf: (number) => carriers.addressOf(number),
    reloadConnections: () => carriers.reloadConnections(),
    liveCount: () => desk.liveCount,
    drain: (graceMs) => desk.drain(graceMs),
    async close() {
      watch.stop();
      await stopListening();
      desk.endAll('shut_down');
      await carriers.close();
      await threads.close();
      await deleteProcess(db.queries, desk.processId);
    },
  };
}
