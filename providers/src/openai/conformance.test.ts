import { setTimeout as sleep } from 'node:timers/promises';
import { languageModelSuite } from '@parley/engine/testing/language-model-suite';
import { speechToTextSuite } from '@parley/engine/testing/speech-to-text-suite';
import { textToSpeechSuite } from '@parley/engine/testing/text-to-speech-suite';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openOpenAiLanguageModel } from './language-model.ts';
import { OpenAiSettings } from './settings.ts';
import { openOpenAiSpeechToText } from './speech-to-text.ts';
import { StandIn } from './stand-in.ts';
import { replies } from './stand-in-replies.ts';
import { openOpenAiTextToSpeech } from './text-to-speech.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open('sk-1');
  // Behaves as a small vendor would: longer texts are spoken longer, a goodbye calls the tool.
  standIn.answerWith(({ path, json }) => {
    if (path === '/audio/speech') {
      const samples = Int16Array.from(
        { length: String(json['input']).length * 1_440 },
        (_, i) => 6_000 * Math.sin(i / 9),
      );
      return replies.speech({ bytes: new Uint8Array(samples.buffer), pieceBytes: 8_001 });
    }
    if (path !== '/chat/completions') return replies.transcript('What are your opening hours?');
    if (json['response_format']) return replies.chat({ text: ['{"mood":', ' "good"}'] });
    const isEnding = JSON.stringify(json['messages']).includes('Goodbye');
    const toolCalls = [{ id: 'call_1', name: 'end_call', argumentPieces: ['{', '}'] }];
    return replies.chat({ text: ['Good', 'bye.'], ...(isEnding ? { toolCalls } : {}) });
  });
});
afterAll(() => standIn.close());

const wait = async (ms: number) => {
  await sleep(ms);
};
const settings = (apiKey = 'sk-1') => OpenAiSettings.parse({ apiKey, baseUrl: standIn.baseUrl });

describe('the language model keeps to the interface', () => {
  const open = () => openOpenAiLanguageModel(settings());
  const openBroken = () => openOpenAiLanguageModel(settings('sk-wrong'));
  const checks = languageModelSuite({ open, openBroken, wait, endingText: 'Goodbye.', answersJson: true });
  for (const check of checks) test(check.name, check.run);
});

describe('the recogniser keeps to the interface', () => {
  const samples = Int16Array.from({ length: 16_000 }, (_, i) =>
    i > 4_000 && i < 12_000 ? 5_000 * Math.sin(i / 5) : 0,
  );
  const open = () => openOpenAiSpeechToText(settings());
  const speech = { samples, text: /opening hours/ };
  for (const check of speechToTextSuite({ open, sampleRateHz: 8_000, speech, wait }))
    test(check.name, check.run);
});

describe('the synthesiser keeps to the interface', () => {
  const open = () => openOpenAiTextToSpeech(settings());
  const openBroken = () => openOpenAiTextToSpeech(settings('sk-wrong'));
  for (const check of textToSpeechSuite({ open, openBroken, voice: 'Dorothy', wait }))
    test(check.name, check.run);
});
