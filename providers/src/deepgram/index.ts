import { provider } from '../provider.ts';
import { DeepgramSettings, settingsFromEnvironment } from './settings.ts';
import { openDeepgramSpeechToText } from './speech-to-text.ts';
import { matchVendorVoice, openDeepgramTextToSpeech } from './text-to-speech.ts';

/** Deepgram: recognition while the customer speaks, and Aura voices. */
export const deepgram = provider({
  id: 'deepgram',
  name: 'Deepgram',
  settings: DeepgramSettings,
  discover: async (environment) => {
    const settings = settingsFromEnvironment(environment);
    return settings && { settings, source: 'environment' };
  },
  openSpeechToText: (settings) => openDeepgramSpeechToText(settings),
  openTextToSpeech: openDeepgramTextToSpeech,
  matchVoice: matchVendorVoice,
  offers: ({ speaks }) => (speaks ? ['speech-to-text', 'text-to-speech'] : ['speech-to-text']),
});
