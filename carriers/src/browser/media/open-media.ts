import type { CarrierMedia } from '../../carrier.ts';
import { audioPortOf, openLegStreams } from '../../leg-streams.ts';
import { BrowserStream } from './browser-stream.ts';

/** The media half of lines to pages, fed through a port from the main thread. */
export function openMedia(): CarrierMedia {
  return openLegStreams((_legId, request) => new BrowserStream(audioPortOf(request)));
}
