import type { ConnectionStatus } from '@parley/contract/connections';
import { formatCallLogNumber, formatNumberRow } from '@parley/contract/phone';
import { formatAgo } from '../../components/format.ts';

type TrunkState = ConnectionStatus['state'];

/** How a trunk does, in the words of staff. */
export const stateWords: Readonly<
  Record<TrunkState, { label: string; about: string; color: 'pine' | 'coral' | 'gray' }>
> = {
  registered: { label: 'Registered', about: 'Calls can come in and go out.', color: 'pine' },
  reachable: { label: 'Reachable', about: 'It answers: calls can go out.', color: 'pine' },
  failing: { label: 'Not working', about: '', color: 'coral' },
  checking: { label: 'Checking…', about: 'It is being asked whether it is there.', color: 'gray' },
};

/** Whether a test ring of a trunk's number came in, for its place in lists. */
export function describeRing(
  { verified_at: at, verified_from: from }: { verified_at: string | null; verified_from: string | null },
  nowMs: number,
): string {
  return at === null
    ? 'Not verified yet'
    : `Verified ${formatAgo(at, nowMs)} by a call from ${nameCaller(from)}`;
}

/** Who rang: a number as people read it, or what the trunk told instead. */
export function nameCaller(from: string | null): string {
  if (from === null || from === '') return 'a caller without a number';
  return /^\+\d+$/.test(from) ? formatCallLogNumber(from) : from;
}

/** Numbers as a sentence names them: all of few, some of many. */
export function nameNumbers(numbers: readonly string[]): string {
  const named = numbers.slice(0, 12).map(formatNumberRow);
  const more = numbers.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}
