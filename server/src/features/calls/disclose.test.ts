import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import { expect, test } from 'vitest';
import { addDisclosure } from './disclose.ts';

const agent: AgentSettings = {
  name: 'Reminder',
  prompt: 'Remind people.',
  welcome: { mode: 'play', text: 'Hello Ada.' },
  voice: 'slt',
  language: 'en-US',
  knownFields: {},
  missingFields: [],
};
const text = 'This call is recorded.';

test('the disclosure comes before the welcome, and the key is offered after it', () => {
  const welcomeWith = (is_on: boolean, offers_opt_out_key: boolean) =>
    addDisclosure(agent, { is_on, text, offers_opt_out_key }).welcome.text;
  expect(welcomeWith(false, false)).toBe('Hello Ada.');
  expect(welcomeWith(true, false)).toBe('This call is recorded. Hello Ada.');
  expect(welcomeWith(true, true)).toBe('This call is recorded. To not be called again, press 9. Hello Ada.');
});

test('what nobody has worded is said in the language of the agent, words of the staff as they are', () => {
  const german: AgentSettings = { ...agent, language: 'de', welcome: { mode: 'play', text: 'Hallo Ada.' } };
  const welcomeWith = (words: string) =>
    addDisclosure(german, { is_on: true, text: words, offers_opt_out_key: true }).welcome.text;
  const offer = 'Wenn Sie nicht mehr angerufen werden möchten, drücken Sie die 9.';
  expect(welcomeWith(text)).toBe(`Dieses Gespräch wird aufgezeichnet. ${offer} Hallo Ada.`);
  expect(welcomeWith('Wir zeichnen auf.')).toBe(`Wir zeichnen auf. ${offer} Hallo Ada.`);
});

test('an agent that waits for the other side discloses first, and says nothing of its unused greeting', () => {
  const silent: AgentSettings = { ...agent, welcome: { mode: 'silent', text: 'Unused.' } };
  expect(addDisclosure(silent, { is_on: true, text, offers_opt_out_key: false }).welcome).toEqual({
    mode: 'play',
    text,
  });
  expect(addDisclosure(silent, { is_on: false, text, offers_opt_out_key: false }).welcome).toEqual(
    silent.welcome,
  );
});
