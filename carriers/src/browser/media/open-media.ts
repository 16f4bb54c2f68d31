import { MessagePort } from 'node:worker_threads';
import type { CarrierMedia } from '../../carrier.ts';
import { BrowserStream } from './browser-stream.ts';

/** The media half of lines to pages: a stream a leg, fed through a port from the main thread. */
export function openMedia(): CarrierMedia {
  const streams = new Map<string, BrowserStream>();
  const release = (legId: string): void => {
    streams.get(legId)?.close();
    streams.delete(legId);
  };
  return {
    async reserve(legId, request) {
      const audio = (request as { audio?: unknown } | null)?.audio;
      if (!(audio instanceof MessagePort)) throw new Error('A line to a page needs a port for its audio.');
      streams.set(legId, new BrowserStream(audio));
      return null;
    },
    async update() {
      return null;
    },
    stream(legId) {
      const stream = streams.get(legId);
      if (!stream) throw new Error('This leg has no page.');
      return stream;
    },
    release,
    close() {
      for (const legId of [...streams.keys()]) release(legId);
    },
  };
}
