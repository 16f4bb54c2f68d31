import type { CarrierMedia } from '../../carrier.ts';
import { audioPortOf, openLegStreams } from '../../leg-streams.ts';
import { TwilioStream } from './twilio-stream.ts';

/** The media half of calls through accounts, fed through a port from the main thread. */
export function openMedia(): CarrierMedia {
  return openLegStreams((_legId, request) => new TwilioStream(audioPortOf(request)));
}
