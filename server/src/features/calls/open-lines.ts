import type { CarrierEnvironment } from '@parley/carriers/carrier';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import { answerAsk } from './answer-ask.ts';
import { answerInbound } from './answer-inbound.ts';
import { callCommandsChannel } from './call-commands.ts';
import type { CallDesk } from './call-desk.ts';
import { CallThreads } from './call-threads.ts';
import { openCarrierServices } from './carrier-services.ts';
import { mountNetworkDoors } from './network-doors.ts';
import { QueuedCallsTaker, takeQueuedCalls } from './take-queued-calls.ts';
import { tellStates } from './tell-states.ts';

export type Lines = {
  /** Where a SIP phone rings the number; null when no carrier has addresses. */
  addressOf(number: string): string | null;
  reloadConnections(): Promise<void>;
  close(): Promise<void>;
};

/** How often lines look for waiting calls: those told of while there was no room, or while the telling was lost. */
const takeWaitingMs = 1_000;

const Command = z.object({ place: z.string().optional(), hangUp: z.string().optional() });

/** Opens what a process with lines has: call threads, carriers, and an ear for what other processes ask. */
export async function openLines(desk: CallDesk): Promise<Lines> {
  const { config, db, http, log, metrics } = desk.platform;
  const tickLate = new Gauge({
    name: 'parley_call_tick_late_ms',
    help: 'How late the audio tick of a call thread was at most in the last second.',
    labelNames: ['thread'],
    registers: [metrics],
  });
  const environment: CarrierEnvironment = {
    sipHost: config.sipHost,
    sipPort: config.sipPort,
    sipTls: config.sipTls,
    rtpPortMin: config.rtpPortMin,
    rtpPortMax: config.rtpPortMax,
    productName: config.links.productName,
    publicUrl: config.publicUrl,
    processUrl: config.processUrl,
  };
  const threads = await CallThreads.open({
    threads: config.callThreads,
    environment,
    log,
    onEvent: (callId, event) => desk.find(callId)?.onCallEvent(event),
    onBriefed: (callId, legId, end) => desk.find(callId)?.onBriefed(legId, end),
    onAsk: (callId, question, signal) => answerAsk(desk, callId, question, signal),
    onHealth: ({ thread, tickLateMsMax }) => tickLate.set({ thread: String(thread) }, tickLateMsMax),
  });
  const carriers = await openCarrierServices({
    platform: desk.platform,
    connections: desk.needs.connections,
    environment,
    media: threads,
    onOffer: (carrierId, offer) => answerInbound(desk, carrierId, offer),
    onNumbers: (connectionId, numbers) => {
      desk.needs.connections
        .saveNumbers(connectionId, numbers)
        .catch((error: unknown) =>
          log.error('The numbers of a connection could not be kept.', { connectionId, error: String(error) }),
        );
    },
  });
  desk.join({ threads, carriers });
  mountNetworkDoors(http, carriers);
  const taker = new QueuedCallsTaker(desk);
  const stopListening = await db.listen(callCommandsChannel, (payload) => {
    const command = Command.safeParse(JSON.parse(payload));
    if (!command.success) return;
    if (command.data.hangUp) desk.find(command.data.hangUp)?.end('staff_hung_up');
    if (command.data.place) taker.take(command.data.place);
  });
  let isTaking = false;
  const taking = setInterval(() => {
    if (isTaking) return;
    isTaking = true;
    takeQueuedCalls(desk)
      .catch((error: unknown) => log.error('Waiting calls could not be taken.', { error: String(error) }))
      .finally(() => {
        isTaking = false;
      });
  }, takeWaitingMs);
  taking.unref();
  const stopTelling = tellStates(desk, carriers);
  for (const { carrierId } of carriers.statuses()) {
    http.addReadiness(`carrier ${carrierId}`, async () => carriers.get(carrierId)?.status().isReady ?? false);
  }
  return {
    addressOf: (number) => carriers.addressOf(number),
    reloadConnections: () => carriers.reloadConnections(),
    async close() {
      clearInterval(taking);
      await stopListening();
      await stopTelling();
      await carriers.close();
      await threads.close();
    },
  };
}
