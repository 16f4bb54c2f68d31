import { expect, test } from 'vitest';
import { type Comparable, compareVersions } from './compare-versions.ts';

const endCall = { id: 'fn_1', type: 'end_call', name: 'end_call', description: 'Ends the call.' };
const older: Comparable = {
  agent_name: 'Front desk',
  agent_prompt: 'Be kind.',
  agent_welcome_msg_type: 'play',
  agent_welcome_msg: 'Hello.',
  agent_function: JSON.stringify([endCall]),
  agent_kb: [{ id: 'kb_1', name: 'Prices' }],
  voice_profile: null,
  agent_language: 'en-US',
};

test('versions that hold the same do not differ', () => {
  expect(compareVersions(older, structuredClone(older))).toEqual([]);
});

test('each thing that differs is told under its own heading, functions one by one', () => {
  const newer: Comparable = {
    ...older,
    agent_prompt: 'Be very kind.',
    agent_welcome_msg_type: 'silent',
    agent_welcome_msg: '',
    agent_function: JSON.stringify([
      { ...endCall, description: 'Hangs up.' },
      { id: 'fn_2', type: 'press_digit', name: 'press_digit', description: '' },
    ]),
    agent_kb: [],
    agent_language: 'de',
  };
  const changes = compareVersions(older, newer);
  expect(changes.map(({ title }) => title)).toEqual([
    'Language',
    'Agent Prompt',
    'Welcome Message',
    'Function end_call',
    'Function press_digit',
    'Knowledge Base',
  ]);
  expect(changes[1]?.words).toContainEqual({ kind: 'added', text: 'very ' });
  expect(changes[4]?.words.every(({ kind }) => kind === 'added')).toBe(true);
  expect(changes[5]?.words).toEqual([{ kind: 'removed', text: 'Prices' }]);
});
