import type { VoiceAgent } from '@parley/contract/agents';
import { expect, test } from 'vitest';
import { agentChecks, inputOf, valuesOf } from './agent-values.ts';

const agent = {
  agent_name: 'Front desk',
  agent_prompt: 'Be kind.',
  agent_welcome_msg_type: 'play',
  agent_welcome_msg: 'Hello!',
} as VoiceAgent;

test('what is read is what is saved, on top of the version it was read from', () => {
  expect(inputOf(valuesOf(agent), 3)).toEqual({
    agent_name: 'Front desk',
    agent_prompt: 'Be kind.',
    agent_welcome_message_type: 'play',
    agent_welcome_message: 'Hello!',
    based_on_version: 3,
  });
});

test('the welcome message goes only with a greeting', () => {
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
