import type { CallNote } from '@parley/contract/calls';
import { expect, test } from 'vitest';
import { notesByTurn } from './notes-by-turn.ts';

test('a note belongs to the turn it was part of, also when it waited for the words to be played', () => {
  const turns = [
    { id: 'turn_1', speaker: 'agent' as const, text: 'Hello.', startMs: 0, endMs: 1_000 },
    { id: 'turn_2', speaker: 'customer' as const, text: 'Goodbye.', startMs: 1_500, endMs: 2_000 },
    { id: 'turn_3', speaker: 'agent' as const, text: 'Goodbye.', startMs: 2_500, endMs: 3_000 },
  ];
  const noteAt = (atMs: number): CallNote => ({ atMs, kind: 'tool', text: `at ${atMs}` });
  const notes = [noteAt(0), noteAt(2_600), noteAt(3_060), noteAt(5_000)];
  const { byTurn, open } = notesByTurn(turns, notes);
  expect([...byTurn]).toEqual([
    ['turn_1', [notes[0]]],
    ['turn_3', [notes[1], notes[2]]],
  ]);
  expect(open).toEqual([notes[3]]);
});
