import type { EndReason } from '@parley/contract/end-reasons';
import type { CarrierOptions, CarrierService } from '../carrier.ts';
import { PlainLeg } from '../plain-leg.ts';
import { type Behaviour, findPerson, type Person } from './people.ts';

/** How lines that nobody answers end. */
const refusals: Partial<Record<Behaviour, EndReason>> = {
  busy: 'busy',
  declines: 'declined',
  not_in_service: 'number_unreachable',
};

/** How quickly the network itself answers for a busy line or a number not in service. */
const networkMs = 400;

export type SimulatorTiming = {
  /** Runs `work` later; returns the function that prevents it. Injected so that tests need not wait. */
  schedule: (work: () => void, delayMs: number) => () => void;
};

const realTiming: SimulatorTiming = {
  schedule(work, delayMs) {
    const timer = setTimeout(work, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

type Line = { leg: PlainLeg; cancel: () => void };

/** The signalling half: rings people and tells what they do. */
export function openSimulatedNetwork(
  options: CarrierOptions,
  timing: SimulatorTiming = realTiming,
): CarrierService & { countLines(): number } {
  const { media } = options;
  const lines = new Map<string, Line>();
  let isDraining = false;

  const end = (legId: string, endReason: EndReason): void => {
    const line = lines.get(legId);
    if (!line) return;
    lines.delete(legId);
    line.cancel();
    media.release(legId);
    line.leg.end(endReason);
  };

  const ring = (legId: string, person: Person, ringMs: number): void => {
    const line = lines.get(legId);
    if (!line) return;
    line.leg.tell({ type: 'ringing' });
    const isAnswering = person.behaviour !== 'no_answer' && person.ringMs <= ringMs;
    line.cancel = timing.schedule(
      () => {
        if (isAnswering) line.leg.tell({ type: 'answered' });
        else end(legId, 'no_answer');
      },
      isAnswering ? person.ringMs : ringMs,
    );
  };

  media.onSignal('simulator', (legId, signal) => {
    if (signal === 'hang_up') end(legId, 'customer_hung_up');
  });

  return {
    canReach: (toNumber) => !isDraining && findPerson(toNumber) !== undefined,
    async placeCall({ legId, toNumber, ringMs }) {
      const person = findPerson(toNumber);
      if (!person) throw new Error('This number is not part of the simulated network.');
      const leg = new PlainLeg(legId, () => end(legId, 'staff_hung_up'));
      const line: Line = { leg, cancel: () => undefined };
      lines.set(legId, line);
      const refusal = refusals[person.behaviour];
      if (refusal) {
        line.cancel = timing.schedule(() => end(legId, refusal), networkMs);
        return leg;
      }
      try {
        await media.reserve('simulator', legId, toNumber);
      } catch (error) {
        lines.delete(legId);
        throw error;
      }
      ring(legId, person, ringMs);
      return leg;
    },
    setConnections: async () => undefined,
    addressOf: () => null,
    status: () => ({ isReady: !isDraining, detail: `${lines.size} simulated lines` }),
    drain() {
      isDraining = true;
    },
    async close() {
      for (const legId of [...lines.keys()]) end(legId, 'shut_down');
    },
    countLines: () => lines.size,
  };
}
