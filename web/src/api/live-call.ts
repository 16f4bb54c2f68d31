import type { CallNote, CallState, CallTurn } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import type { LiveEvent } from '@parley/contract/live-events';

export type Speaker = 'agent' | 'customer';

/** What the live feed has told about one call since this tab began to listen. */
export type LiveCall = {
  state: CallState | null;
  endReason: EndReason | null;
  speaking: Speaker | 'nobody';
  /** Words that may still change, by speaker. */
  partials: Record<Speaker, string>;
  turns: readonly CallTurn[];
  notes: readonly CallNote[];
};

/** More turns than any call of reasonable length has; beyond it the oldest live ones are forgotten. */
const liveTurnsLimit = 500;
const liveNotesLimit = 200;

export const liveCallKey = (id: string) => ['live-call', id] as const;

export const newLiveCall: LiveCall = {
  state: null,
  endReason: null,
  speaking: 'nobody',
  partials: { agent: '', customer: '' },
  turns: [],
  notes: [],
};

/** The call after one event about it. */
export function advanceLiveCall(call: LiveCall, event: LiveEvent): LiveCall {
  switch (event.type) {
    case 'call.changed':
      if (call.state === 'ended') return call;
      if (event.state !== 'ended') return { ...call, state: event.state };
      return {
        ...call,
        state: 'ended',
        endReason: event.endReason,
        speaking: 'nobody',
        partials: newLiveCall.partials,
      };
    case 'call.speaking':
      return { ...call, speaking: event.speaker };
    case 'call.partial':
      return { ...call, partials: { ...call.partials, [event.speaker]: event.text } };
    case 'call.turn':
      return {
        ...call,
        turns: mergeTurns(call.turns, [event.turn]).slice(-liveTurnsLimit),
        partials: { ...call.partials, [event.turn.speaker]: '' },
      };
    case 'call.note':
      return { ...call, notes: [...call.notes, event.note].slice(-liveNotesLimit) };
    default:
      return call;
  }
}

/** Turns the server stored and turns heard live, each once, in the order they were spoken; `newer` wins. */
export function mergeTurns(older: readonly CallTurn[], newer: readonly CallTurn[]): CallTurn[] {
  const byId = new Map(older.map((turn) => [turn.id, turn]));
  for (const turn of newer) byId.set(turn.id, turn);
  return [...byId.values()].sort((a, b) => a.startMs - b.startMs);
}

/** Notes the server stored and notes heard live, each once, in order. Notes carry no id: time and words tell them apart. */
export function mergeNotes(older: readonly CallNote[], newer: readonly CallNote[]): CallNote[] {
  const keyOf = (note: CallNote) => `${note.atMs} ${note.kind} ${note.text}`;
  const byKey = new Map([...older, ...newer].map((note) => [keyOf(note), note]));
  return [...byKey.values()].sort((a, b) => a.atMs - b.atMs);
}
