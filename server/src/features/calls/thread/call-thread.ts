import { parentPort, workerData } from 'node:worker_threads';
import type { CarrierMedia, OpenMedia } from '@parley/carriers/carrier';
import { carriers } from '@parley/carriers/index';
import { CallsInThread } from './calls-in-thread.ts';
import { openBuiltinTextToSpeech, openProviders } from './open-providers.ts';
import { OutsideAsker } from './outside-asker.ts';
import type { CallThreadData, FromThread, ToThread } from './thread-messages.ts';

/**
 * Entry of a call thread: the media halves of all carriers and the live calls on them, away from HTTP and
 * the database (a main thread that is busy for 80 ms is heard as 80 ms of jitter).
 */
const port = parentPort!;
const { environment } = workerData as CallThreadData;
const tell = (message: FromThread): void => port.postMessage(message);

const media = new Map<string, CarrierMedia>();
for (const carrier of carriers) {
  const module = (await import(carrier.mediaModule.href)) as { openMedia: OpenMedia };
  media.set(
    carrier.id,
    module.openMedia({
      environment,
      textToSpeech: openBuiltinTextToSpeech(),
      onSignal: (legId, signal) => tell({ type: 'signal', carrierId: carrier.id, legId, signal }),
    }),
  );
}

const asker = new OutsideAsker(tell);
const calls = new CallsInThread({
  media,
  openProviders,
  outside: asker,
  onEvent: (callId, event) => tell({ type: 'event', callId, event }),
  onBriefed: (callId, legId, end) => tell({ type: 'briefed', callId, legId, end }),
});

const health = setInterval(() => {
  tell({ type: 'health', liveCalls: calls.count, tickLateMsMax: calls.takeLateMsMax() });
}, 1000);

async function answer(message: Extract<ToThread, { type: 'reserve' | 'update' }>): Promise<void> {
  try {
    const half = media.get(message.carrierId);
    if (!half) throw new Error(`There is no media of the carrier ${message.carrierId}.`);
    tell({
      type: 'reply',
      requestId: message.requestId,
      value: await half[message.type](message.legId, message.value),
    });
  } catch (error) {
    tell({
      type: 'refusal',
      requestId: message.requestId,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'reserve':
    case 'update':
      void answer(message);
      break;
    case 'release':
      media.get(message.carrierId)?.release(message.legId);
      break;
    case 'prepare':
      calls.prepare(message.call);
      break;
    case 'start':
      calls.start(message.call);
      break;
    case 'end':
      calls.end(message.callId, message.endReason);
      break;
    case 'handover':
      calls.handOver(message.callId, message.order);
      break;
    case 'answer':
      asker.onAnswer(message.askId, message.answer);
      break;
    case 'close':
      clearInterval(health);
      for (const half of media.values()) half.close();
      port.close();
      break;
  }
});

tell({ type: 'ready' });
