import { MessagePort } from 'node:worker_threads';
import type { MediaStream } from '@parley/engine/interfaces/media-stream';
import type { CarrierMedia } from './carrier.ts';

/**
 * The media half of a carrier whose legs are a stream each and nothing else. `open` makes the stream of a leg from what
 * its reservation asks, or throws.
 */
export function openLegStreams(open: (legId: string, request: unknown) => MediaStream): CarrierMedia {
  const streams = new Map<string, MediaStream>();
  const release = (legId: string): void => {
    streams.get(legId)?.close();
    streams.delete(legId);
  };
  return {
    async reserve(legId, request) {
      streams.set(legId, open(legId, request));
      return null;
    },
    async update() {
      return null;
    },
    stream(legId) {
      const stream = streams.get(legId);
      if (!stream) throw new Error('This leg has no stream: it was never reserved, or it was released.');
      return stream;
    },
    release,
    close() {
      for (const legId of [...streams.keys()]) release(legId);
    },
  };
}

/** The port through which the main thread hands over the sound of a leg: `audio` of its reservation. */
export function audioPortOf(request: unknown): MessagePort {
  const audio = (request as { audio?: unknown } | null)?.audio;
  if (!(audio instanceof MessagePort)) throw new Error('The leg needs a port for its audio.');
  return audio;
}
