import type { CallTurn } from '@parley/contract/calls';
import type { Speaker } from '../../api/live-call.ts';

/** One line of a conversation as it is shown; without times where only the text is known. */
export type ShownTurn = Pick<CallTurn, 'id' | 'speaker' | 'text'> & Partial<CallTurn>;

const speakers: Record<string, Speaker> = { 'Agent:': 'agent', 'User:': 'customer' };

/** The turns of the text form: lines beginning `Agent:` or `User:`; any other line is ignored (CALLS-7). */
export function parseTranscription(transcription: string): ShownTurn[] {
  return transcription.split('\n').flatMap((line, at): ShownTurn[] => {
    const [, label = '', text = ''] = /^(Agent:|User:)\s*(.*)$/.exec(line.trim()) ?? [];
    const speaker = speakers[label];
    return speaker ? [{ id: `line-${at}`, speaker, text }] : [];
  });
}

/** The turn that is spoken at a moment of the recording: the last one begun; undefined before the first. */
export function turnAt(turns: readonly ShownTurn[], atMs: number): ShownTurn | undefined {
  return turns.findLast((turn) => turn.startMs !== undefined && turn.startMs <= atMs);
}
