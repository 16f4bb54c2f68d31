import { expect, test } from 'vitest';
import { isGoodbye } from '../turns/goodbye.ts';
import { defaultCallPolicy, policySentences } from './call-settings.ts';
import { fillSentence, sentencesFor } from './spoken-sentences.ts';

const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl'];
/** Every sentence by its name. */
const flatten = (language: string): Record<string, string> => {
  const { briefing, ...said } = sentencesFor(language);
  return { ...said, ...briefing };
};

test('a language is found by its first part, and one without sentences is English', () => {
  expect(sentencesFor('de-AT')).toBe(sentencesFor('de'));
  expect(sentencesFor('DE')).toBe(sentencesFor('de'));
  for (const unknown of ['pl', '', 'constructor', '__proto__', 'x-y'])
    expect(sentencesFor(unknown).reprompt).toBe(sentencesFor('en').reprompt);
});

test.each(languages)(
  'the sentences of %s are whole, its own, and name the same parts as the English ones',
  (language) => {
    const own = flatten(language);
    for (const [name, english] of Object.entries(flatten('en'))) {
      expect(own[name]?.match(/\{\w+\}/g), name).toEqual(english.match(/\{\w+\}/g));
      if (language !== 'en') expect(own[name], name).not.toBe(english);
    }
    // Who is told the way to take a call is told both keys, and the offer not to be called again names its own.
    expect(own['question']).toMatch(/1.*2/);
    expect(own['keyQuestion']).toMatch(/1.*2/);
    expect(own['optOutOffer']).toContain('9');
  },
);

test.each(languages)('the last words of %s take leave', (language) => {
  const { apology, farewellAfterSilence, farewellAtMaxDuration, briefing } = sentencesFor(language);
  for (const last of [apology, farewellAfterSilence, farewellAtMaxDuration, briefing.declined])
    expect([last, isGoodbye(last)]).toEqual([last, true]);
});

test('a policy speaks the language of the agent', () => {
  expect({ ...defaultCallPolicy, ...policySentences('fr') }).toMatchObject({
    reprompt: 'Vous êtes toujours là ?',
    maxDurationMs: defaultCallPolicy.maxDurationMs,
  });
  expect(defaultCallPolicy.reprompt).toBe('Are you still there?');
});

test('what is not known stays as it is written', () => {
  expect(fillSentence('{agent} and {customer}', { agent: '$& Ada' })).toBe('$& Ada and {customer}');
});
