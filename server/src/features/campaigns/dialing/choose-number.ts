import { areaOfCode } from '../../numbers/index.ts';

/** A number a campaign may call with. */
export type OwnNumber = {
  id: string;
  e164: string /** Calls placed with it in the last hour. */;
  calls: number;
};

export type ChosenNumber = { number: OwnNumber; nearness: Nearness };

/** How near a number is to the person who will see it, nearest first. */
export const nearnesses = ['same area', 'same state', 'same country', 'elsewhere'] as const;
export type Nearness = (typeof nearnesses)[number];

/**
 * The number to call a person with: the nearest to theirs, and of several the one that called least lately. One that
 * called `restsAfter` times rests: it is taken only where all rest, the least used one then, so that no campaign stands
 * still. Undefined without numbers.
 */
export function chooseNumber(
  numbers: readonly OwnNumber[],
  toNumber: string,
  { restsAfter }: { restsAfter: number },
): ChosenNumber | undefined {
  const awake = numbers.filter(({ calls }) => calls < restsAfter);
  const chosen = (awake.length > 0 ? awake : numbers).map((number) => ({
    number,
    nearness: nearnessOf(number.e164, toNumber),
  }));
  const rank = ({ nearness }: ChosenNumber) => (awake.length > 0 ? nearnesses.indexOf(nearness) : 0);
  return chosen.sort((one, other) => rank(one) - rank(other) || one.number.calls - other.number.calls)[0];
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
