import type { CarrierMedia, CarrierMediaOptions } from '../../carrier.ts';
import { findPerson } from '../people.ts';
import { SimulatedPerson } from './simulated-person.ts';

/** The media half of the simulated network: one simulated person a leg. */
export function openMedia(options: CarrierMediaOptions): CarrierMedia {
  const people = new Map<string, SimulatedPerson>();
  const release = (legId: string): void => {
    people.get(legId)?.close();
    people.delete(legId);
  };
  return {
    async reserve(legId, request) {
      const person = typeof request === 'string' ? findPerson(request) : undefined;
      if (!person) throw new Error('This number is not part of the simulated network.');
      people.set(
        legId,
        new SimulatedPerson({
          person,
          textToSpeech: options.textToSpeech,
          onHangUp: () => options.onSignal(legId, 'hang_up'),
        }),
      );
      return null;
    },
    async update() {
      return null;
    },
    stream(legId) {
      const person = people.get(legId);
      if (!person) throw new Error('This leg has no simulated person.');
      return person;
    },
    release,
    close() {
      for (const legId of people.keys()) release(legId);
    },
  };
}
