import type { CarrierMedia, CarrierMediaOptions } from '../../carrier.ts';
import { openLegStreams } from '../../leg-streams.ts';
import { findPerson } from '../people.ts';
import { SimulatedPerson } from './simulated-person.ts';

/** The media half of the simulated network: one simulated person a leg. */
export function openMedia(options: CarrierMediaOptions): CarrierMedia {
  return openLegStreams((legId, request) => {
    const person = typeof request === 'string' ? findPerson(request) : undefined;
    if (!person) throw new Error('This number is not part of the simulated network.');
    return new SimulatedPerson({
      person,
      textToSpeech: options.textToSpeech,
      onHangUp: () => options.onSignal(legId, 'hang_up'),
    });
  });
}
