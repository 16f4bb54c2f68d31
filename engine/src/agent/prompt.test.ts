import { expect, test } from 'vitest';
import type { AgentSettings } from '../interfaces/call-settings.ts';
import { fillForModel, fillForSpeech } from './merge-fields.ts';
import { composeBrief, composeGreeting, composePrompt } from './prompt.ts';

const agent: AgentSettings = {
  name: 'Ada',
  prompt: 'You help {first_name} of {company_name}.',
  welcome: { mode: 'play', text: 'Hello {first_name}!' },
  voice: 'v',
  language: 'de-DE',
  knownFields: { first_name: 'Ana', empty: ' ' },
  missingFields: [{ name: 'email', description: 'Where to write to' }],
};
const parties = { direction: 'outbound', fromNumber: '+1', toNumber: '+2' } as const;

test.each([
  ['Hello {first_name}, hi.', 'Hello Ana, hi.'],
  ['Hello {last_name}, hi.', 'Hello, hi.'],
  ['Hello {{first_name}}!', 'Hello Ana!'],
  ['{last_name}', ''],
  ['A { b } c', 'A c'],
  ['Dear {empty} friend', 'Dear friend'],
  ['{constructor} x', 'x'],
])('"%s" is spoken as "%s"', (text, spoken) => {
  expect(fillForSpeech(text, agent.knownFields)).toBe(spoken);
});

test('the model is told which fields are not known', () => {
  expect(fillForModel(agent.prompt, agent.knownFields)).toBe('You help Ana of (company_name: not known).');
});

test('the prompt holds who the agent is, what is known and what to find out', () => {
  const prompt = composePrompt({ agent, parties, toolNames: ['end_call'], isTouchTone: false });
  for (const part of [
    'You help Ana',
    'You are Ada',
    'You have called',
    'call assistant',
    'German',
    'end_call',
    '- first_name: Ana',
    '- email: Where to write to',
  ]) {
    expect(prompt).toContain(part);
  }
  expect(prompt).not.toContain('press_digit');
  expect(prompt).not.toContain('empty');
  expect(prompt).not.toContain('{');
});

test('rule-following models get the brief, and a silent agent greets nobody', () => {
  expect(composeBrief(agent).knownFields).toEqual(agent.knownFields);
  expect(composeGreeting(agent)).toBe('Hello Ana!');
  expect(composeGreeting({ ...agent, welcome: { mode: 'silent', text: 'x' } })).toBe('');
});
