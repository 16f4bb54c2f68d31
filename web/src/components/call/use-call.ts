import type { CallDetail, CallNote, CallState } from '@parley/contract/calls';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../api/calls.ts';
import {
  type LiveCall,
  liveCallKey,
  mergeNotes,
  mergeTurns,
  newLiveCall,
  type Speaker,
} from '../../api/live-call.ts';
import type { ShownTurn } from './transcription.ts';

/** A call as a screen follows it: what the server stored, and what the live feed has told since. */
export type FollowedCall = {
  detail: CallDetail | undefined;
  error: Error | null;
  state: CallState;
  speaking: Speaker | 'nobody';
  partials: Record<Speaker, string>;
  turns: readonly ShownTurn[];
  notes: readonly CallNote[];
};

/** Should the live feed be down, a running call is still asked for this often. */
const followMs = 4_000;

/** Follows one call. */
export function useCall(id: string): FollowedCall {
  const { data: live = newLiveCall } = useQuery<LiveCall>({ queryKey: liveCallKey(id), queryFn: skipToken });
  const { data: detail, error } = useQuery({
    ...callQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'ended' && data.is_analysed ? false : followMs,
  });
  return useMemo(
    () => ({
      detail,
      error,
      state: laterState(detail?.state, live.state),
      speaking: live.speaking,
      partials: live.partials,
      turns: mergeTurns(live.turns, detail?.turns ?? []),
      notes: mergeNotes(live.notes, detail?.notes ?? []),
    }),
    [detail, error, live],
  );
}

const order: readonly CallState[] = ['queued', 'ringing', 'talking', 'ended'];

/** Of two states the one further on: the feed and the read may arrive in either order, and no call goes back. */
export function laterState(
  one: CallState | null | undefined,
  other: CallState | null | undefined,
): CallState {
  const step = Math.max(order.indexOf(one ?? 'queued'), order.indexOf(other ?? 'queued'));
  return order[step] ?? 'queued';
}
