import type { SamplePerson } from '../carrier.ts';
import { directory } from './directory.ts';

/** One thing a simulated person does on its turn. */
export type Act =
  /** Says it; `level` below 1 is quiet. `voice`: where somebody else speaks. `afterMs`: unasked, after such a silence. */
  | { say: string; level?: number; voice?: string; afterMs?: number }
  | { press: string }
  /** Puts the agent on hold for so long. */
  | { holdMs: number };

export type Behaviour =
  | 'converses'
  /** Starts to talk while the agent still does. */
  | 'interrupts'
  /** Mumbles and breathes; says little, quietly. */
  | 'mumbles'
  | 'hangs_up_early'
  /** A machine: greeting, beep, then it only records. */
  | 'voicemail'
  /** The call assistant of the phone answers and asks who calls; then the person comes to the phone. */
  | 'screens'
  /** Never says a word. */
  | 'silent'
  | 'no_answer'
  | 'busy'
  | 'declines'
  | 'not_in_service';

export type Person = {
  name: string;
  behaviour: Behaviour;
  /** Voice of the synthesiser; one it does not know becomes one it has. */
  voice: string;
  acts: readonly Act[];
  ringMs: number;
  /** Pause between the agent's last word and the answer. */
  thinkMs: number;
  seed: number;
};

/** One who talks, one who interrupts, and a machine. */
export const samplePeople: readonly SamplePerson[] = [
  { number: '+14155550101', about: 'Somebody who answers and talks' },
  { number: '+14155550180', about: 'Somebody who interrupts' },
  { number: '+14155550170', about: 'A voicemail' },
];

/** The numbers of this network: +1 AAA 555-0100 to 555-0199, reserved for fiction by the North American Numbering Plan. */
export const simulatedNumber = /^\+1\d{3}55501(\d{2})$/;

/** The person at a simulated number, the same at every call. Undefined for any other number. */
export function findPerson(number: string): Person | undefined {
  const match = simulatedNumber.exec(number);
  if (!match) return undefined;
  const line = Number(match[1]);
  const row = directory.find((each) => line <= each.last)!;
  const script = row.scripts[line % row.scripts.length]!;
  const seed = Number(number.slice(2));
  return {
    ...script,
    ringMs: line === 99 ? 0 : 1000 + (mix(seed) % 2500),
    thinkMs: 350 + (mix(seed + 1) % 500),
    seed,
  };
}

/** A number that looks random and is the same for the same seed (Knuth's multiplicative hash, then xor-shift). */
export function mix(seed: number): number {
  let value = Math.imul(seed ^ (seed >>> 16), 2_654_435_761);
  value ^= value >>> 15;
  value = Math.imul(value, 2_246_822_519);
  return (value ^ (value >>> 13)) >>> 0;
}
