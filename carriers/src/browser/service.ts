import { MessageChannel } from 'node:worker_threads';
import type { CarrierOptions, CarrierService } from '../carrier.ts';
import { BrowserLine, type Schedule } from './browser-line.ts';

const later: Schedule = (work, delayMs) => {
  const timer = setTimeout(work, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** The signalling half: a line waits for its page, and ends with it. */
export function openBrowserLines(
  { media }: Pick<CarrierOptions, 'media'>,
  schedule: Schedule = later,
): CarrierService & Required<Pick<CarrierService, 'acceptSocket'>> {
  const lines = new Map<string, BrowserLine>();
  let isDraining = false;
  return {
    // No number leads to a page.
    canReach: () => false,
    async placeCall({ legId, ringMs }) {
      if (isDraining) throw new Error('No line is opened any more.');
      const { port1, port2 } = new MessageChannel();
      try {
        await media.reserve('browser', legId, { audio: port2 }, [port2]);
      } catch (error) {
        port1.close();
        throw error;
      }
      const line = new BrowserLine({
        legId,
        audio: port1,
        ringMs,
        schedule,
        onEnd: () => {
          lines.delete(legId);
          media.release(legId);
        },
      });
      lines.set(legId, line);
      return line.leg;
    },
    acceptSocket(legId, socket) {
      const line = lines.get(legId);
      line?.attach(socket);
      return line !== undefined;
    },
    setConnections: async () => undefined,
    addressOf: () => null,
    status: () => ({ isReady: !isDraining, detail: `${lines.size} pages` }),
    drain() {
      isDraining = true;
    },
    async close() {
      for (const line of [...lines.values()]) line.end('shut_down');
    },
  };
}
