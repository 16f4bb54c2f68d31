import type { CallNote } from '@parley/contract/calls';
import type { ShownTurn } from '../../../components/call/transcription.ts';

/** What waits until the agent's words were played, such as the end of the call, comes a few frames after them. */
const afterWordsMs = 120;

/** What happened besides words, under the agent's turn it belongs to: the first that ends after it. `open`: none yet. */
export function notesByTurn(
  turns: readonly ShownTurn[],
  notes: readonly CallNote[],
): { byTurn: ReadonlyMap<string, readonly CallNote[]>; open: readonly CallNote[] } {
  const agentTurns = turns.filter(({ speaker, endMs }) => speaker === 'agent' && endMs !== undefined);
  const byTurn = new Map<string, CallNote[]>();
  const open: CallNote[] = [];
  for (const note of notes) {
    const owner = agentTurns.find(({ endMs }) => endMs! + afterWordsMs >= note.atMs);
    if (!owner) open.push(note);
    else byTurn.set(owner.id, [...(byTurn.get(owner.id) ?? []), note]);
  }
  return { byTurn, open };
}

/** A note of a tool, in its parts. */
export function readToolNote(note: CallNote): { name: string; asked: string; answer: string } {
  const [name = '', ...answer] = note.text.split(': ');
  return { name, asked: note.arguments ?? '', answer: answer.join(': ') };
}
