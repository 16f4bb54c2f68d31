import { Disposition, Sentiment } from '@parley/contract/calls';
import { endReasonIds } from '@parley/contract/end-reasons';
import type { CountedCall } from '@parley/contract/metrics';
import { newId } from '../../platform/db/new-id.ts';

export type RandomCall = CountedCall & {
  id: string;
  createdMs: number;
  agentId: string | null;
  number: string;
  customerNumber: string;
  isTest: boolean;
  durationMs: number;
  responseMs: number | null;
};

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Any call there could be; one in eight is not analysed yet. */
export function randomCall(
  next: () => number,
  among: { fromMs: number; toMs: number; agents: readonly (string | null)[]; numbers: readonly string[] },
): RandomCall {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!;
  const isAnalysed = next() > 0.125;
  const isAnswered = next() > 0.3;
  return {
    id: newId('call'),
    createdMs: among.fromMs + Math.floor(next() * (among.toMs - among.fromMs)),
    direction: pick(['inbound', 'outbound']),
    isAnswered,
    agentId: pick(among.agents),
    number: pick(among.numbers),
    customerNumber: pick(['+12125550142', '', '+33199005678']),
    isTest: next() < 0.2,
    durationMs: isAnswered
      ? pick([0, 4_999, 5_000, 59_999, 60_000, 600_000, Math.floor(next() * 900_000)])
      : 0,
    endReason: pick(endReasonIds),
    disposition: isAnalysed ? pick(Disposition.options) : null,
    sentiment: isAnalysed ? pick(Sentiment.options) : null,
    responseMs:
      isAnalysed && isAnswered ? pick([null, 399, 400, 1_100, 3_000, Math.floor(next() * 4_000)]) : null,
  };
}
