import { areaOfCode } from '../../numbers/index.ts';

/** A number a campaign may call with. */
export type OwnNumber = {
  id: string;
  e164: string /** Calls placed with it in the last hour. */;
  lastHour: number;
};

export type ChosenNumber = { number: OwnNumber; nearness: Nearness };

/** How near a number is to the person who will see it, nearest first. */
export const nearnesses = ['same area', 'same state', 'same country', 'elsewhere'] as const;
export type Nearness = (typeof nearnesses)[number];

/**
 * The number to call a person with: the nearest to theirs that is not at rest, and of several the one that called
 * least in the last hour. Undefined when all rest; `callsPerHour` says when one does.
 */
export function chooseNumber(
  numbers: readonly OwnNumber[],
  toNumber: string,
  { callsPerHour }: { callsPerHour: number },
): ChosenNumber | undefined {
  let best: ChosenNumber | undefined;
  for (const number of numbers) {
    if (number.lastHour >= callsPerHour) continue;
    const nearness = nearnessOf(number.e164, toNumber);
    if (best === undefined || isBetter({ number, nearness }, best)) best = { number, nearness };
  }
  return best;
}

function isBetter(one: ChosenNumber, other: ChosenNumber): boolean {
  const nearer = nearnesses.indexOf(one.nearness) - nearnesses.indexOf(other.nearness);
  return nearer !== 0 ? nearer < 0 : one.number.lastHour < other.number.lastHour;
}

function nearnessOf(own: string, other: string): Nearness {
  const [ownCode, otherCode] = [areaCodeOf(own), areaCodeOf(other)];
  if (ownCode !== undefined && otherCode !== undefined) {
    if (ownCode === otherCode) return 'same area';
    return areaOfCode(ownCode) === areaOfCode(otherCode) ? 'same state' : 'same country';
  }
  // Country codes are prefix-free (ITU-T E.164), so equal beginnings of three digits mean one country.
  const isSameCountry =
    ownCode === undefined && otherCode === undefined && own.slice(0, 4) === other.slice(0, 4);
  return isSameCountry ? 'same country' : 'elsewhere';
}

function areaCodeOf(e164: string): string | undefined {
  return /^\+1(\d{3})\d{7}$/.exec(e164)?.[1];
}
