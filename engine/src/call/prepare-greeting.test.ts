import { expect, it } from 'vitest';
import { PreparedSpeech } from '../agent/prepared-speech.ts';
import type { AgentSettings } from '../interfaces/call-settings.ts';
import type { TextToSpeech } from '../interfaces/text-to-speech.ts';
import { prepareGreeting } from './prepare-greeting.ts';

const agent: AgentSettings = {
  name: 'Mia',
  prompt: '',
  welcome: { mode: 'play', text: 'Hello {first_name}. How can I help?' },
  voice: 'v',
  language: 'en-US',
  knownFields: { first_name: 'Ada' },
  missingFields: [],
};

function synthesiser(): TextToSpeech & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    sampleRateHz: 16_000,
    async *speak({ text }) {
      asked.push(text);
      yield { samples: new Int16Array(160) };
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('the greeting is made before the call, sentence by sentence, with the customer’s name', async () => {
  const textToSpeech = synthesiser();
  prepareGreeting(agent, textToSpeech);
  await settle();
  await settle();
  expect(textToSpeech.asked).toEqual(['Hello Ada.', 'How can I help?']);
  const line = { text: 'Hello Ada.', voice: 'v', language: 'en-US' };
  expect(new PreparedSpeech(textToSpeech).find(line)).toHaveLength(1);
  prepareGreeting(agent, textToSpeech);
  await settle();
  expect(textToSpeech.asked).toHaveLength(2);
});

it('an agent that waits for the customer has nothing to prepare', async () => {
  const textToSpeech = synthesiser();
  prepareGreeting({ ...agent, welcome: { mode: 'silent', text: 'Hello.' } }, textToSpeech);
  await settle();
  expect(textToSpeech.asked).toEqual([]);
});
