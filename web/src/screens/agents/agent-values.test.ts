import type { VoiceAgent } from '@parley/contract/agents';
import { expect, test } from 'vitest';
import { agentChecks, inputOf, isAgentValues, toDraft, toWelcomeType, valuesOf } from './agent-values.ts';

const webhook = {
  id: 'fn_1',
  type: 'custom_function',
  name: 'look_up',
  description: '',
  url: 'https://example.com',
  headers: { authorization: 'typed', 'x-kept': '••••••••' },
};
const agent = {
  agent_name: 'Front desk',
  agent_prompt: 'Be kind.',
  agent_welcome_msg_type: 'play',
  agent_welcome_msg: 'Hello!',
  agent_function: JSON.stringify([webhook]),
  agent_kb: [{ id: 'kb_1', name: 'Prices' }],
  voice_profile: { id: 'voice_dorothy' },
  agent_language: 'de',
} as VoiceAgent;

test('what is read is what is saved, on top of the version it was read from', () => {
  expect(inputOf(valuesOf(agent), 3)).toEqual({
    agent_name: 'Front desk',
    agent_prompt: 'Be kind.',
    agent_welcome_message_type: 'play',
    agent_welcome_message: 'Hello!',
    agent_functions: [webhook],
    agent_kb: ['kb_1'],
    dynamic_variable: [],
    agent_voice: 'voice_dorothy',
    agent_language: 'de',
    based_on_version: 3,
  });
});

test('[EDITOR-3] play, "2" and 2 greet; "1" and 1 are silent with an empty text', () => {
  expect(['play', '2', 2].map(toWelcomeType)).toEqual(['play', 'play', 'play']);
  expect(['silent', '1', 1].map(toWelcomeType)).toEqual(['silent', 'silent', 'silent']);
  const stored = { ...agent, agent_welcome_msg_type: '1' as unknown as 'silent' };
  expect(valuesOf(stored)).toMatchObject({ welcomeType: 'silent', welcome: '' });
});

test('[EDITOR-3] the welcome message goes only with a greeting', () => {
  const silent = { ...valuesOf(agent), welcomeType: 'silent' as const, name: ' Front desk ' };
  expect(inputOf(silent, 1)).toMatchObject({ agent_welcome_message: '', agent_name: 'Front desk' });
  expect(agentChecks.welcome('', silent)).toBeNull();
  expect(agentChecks.welcome(' ', valuesOf(agent))).toContain('greets');
});

test('a name is needed, and texts have their limits', () => {
  expect(agentChecks.name('  ')).not.toBeNull();
  expect(agentChecks.prompt('x'.repeat(20_000))).toBeNull();
  expect(agentChecks.prompt('x'.repeat(20_001))).toBe('At most 20,000 characters.');
  expect(agentChecks.welcome('x'.repeat(1_001), valuesOf(agent))).toBe('At most 1,000 characters.');
});

test('an agent whose functions are no JSON opens without any', () => {
  expect(valuesOf({ ...agent, agent_function: '{broken' }).functions).toEqual([]);
});

test('a draft in the browser holds no secret that was typed, and reads back as what an editor wrote', () => {
  const draft = toDraft(valuesOf(agent), '••••••••');
  expect(draft.functions).toEqual([{ ...webhook, headers: { authorization: '', 'x-kept': '••••••••' } }]);
  expect(isAgentValues(JSON.parse(JSON.stringify(draft)))).toBe(true);
  for (const broken of [null, 'text', {}, { ...draft, functions: 'none' }, { ...draft, welcomeType: 2 }])
    expect(isAgentValues(broken)).toBe(false);
});
