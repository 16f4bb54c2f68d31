import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import { expect, test } from 'vitest';
import { fillAgent } from './fill-agent.ts';

const settings: AgentSettings = {
  name: 'Mia',
  prompt: 'You speak with {first_name} of {company_name}. Ask for {shoe_size}.',
  welcome: { mode: 'play', text: 'Hello {first_name}, about {plan}.' },
  voice: 'slt',
  language: 'en-US',
  knownFields: {},
  missingFields: [],
};

test('a call knows what it was made with and the number, and asks for what the texts name besides', () => {
  const filled = fillAgent(settings, {
    fields: { first_name: 'Ada', company_name: ' ', color: 'red' },
    customerNumber: '+14155550123',
    descriptions: new Map([['plan', 'The tariff']]),
  });
  expect(filled.knownFields).toEqual({ first_name: 'Ada', color: 'red', phone_number: '+14155550123' });
  expect(filled.missingFields).toEqual([
    { name: 'company_name', description: "The person's company name" },
    { name: 'shoe_size', description: "The person's shoe size" },
    { name: 'plan', description: 'The tariff' },
  ]);
});

test('a withheld number is not known, and names that every object has are no fields', () => {
  const filled = fillAgent(
    { ...settings, prompt: '{constructor} {phone_number}', welcome: { mode: 'silent', text: '' } },
    { fields: {}, customerNumber: '', descriptions: new Map() },
  );
  expect(filled.knownFields).toEqual({});
  expect(filled.missingFields.map(({ name }) => name)).toEqual(['constructor', 'phone_number']);
});
