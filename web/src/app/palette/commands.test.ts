import { expect, test } from 'vitest';
import { type Command, type CommandKind, groupCommands } from './commands.ts';

const command = (kind: CommandKind, label: string, more: Partial<Command> = {}): Command => ({
  ...{ id: `${kind}:${label}`, kind, label, detail: '' },
  ...more,
});
const known = [
  command('recent', 'Reminders'),
  command('screen', 'Call History'),
  command('screen', 'Agents'),
  command('action', 'Create agent', { keywords: 'new add' }),
  command('guide', 'Write a good prompt'),
  ...[1, 2, 3, 4, 5].map((at) => command('guide', `Agents, part ${at}`)),
];
const shown = (words: string, found: Command[] = []) =>
  groupCommands(words, { known, found }).map(({ label, commands }) => [
    label,
    commands.map((each) => each.label),
  ]);

test('without words: what was chosen last, then screens and actions, and no guides', () => {
  expect(shown('  ')).toEqual([
    ['Recent', ['Reminders']],
    ['Screens', ['Call History', 'Agents']],
    ['Actions', ['Create agent']],
  ]);
});

test('every word must be there, in any order and case, in the name or the keywords', () => {
  expect(shown('HISTORY call')).toEqual([['Screens', ['Call History']]]);
  expect(shown('new agent')).toEqual([['Actions', ['Create agent']]]);
  expect(shown('prompt')).toEqual([['Help', ['Write a good prompt']]]);
  expect(shown('nothing like it')).toEqual([]);
});

test('what the server found stands as it is, and a few guides are enough', () => {
  const found = [command('agent', 'Riverside'), command('call', '+14155550123')];
  expect(shown('agents', found)).toEqual([
    ['Agents', ['Riverside']],
    ['Calls', ['+14155550123']],
    ['Screens', ['Agents']],
    ['Help', ['Agents, part 1', 'Agents, part 2', 'Agents, part 3', 'Agents, part 4']],
  ]);
});

test('a name that begins with the words comes before one that only has them', () => {
  const groups = groupCommands('call', {
    known: [command('screen', 'Missed calls'), command('screen', 'Call History')],
    found: [],
  });
  expect(groups[0]!.commands.map(({ label }) => label)).toEqual(['Call History', 'Missed calls']);
});
