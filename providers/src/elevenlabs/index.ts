import { provider } from '../provider.ts';
import { ElevenLabsSettings, settingsFromEnvironment } from './settings.ts';
import { openElevenLabsTextToSpeech } from './text-to-speech.ts';
import { listElevenLabsVoices, matchVendorVoice } from './voices.ts';

/** ElevenLabs: speech with the voices of an account. */
export const elevenlabs = provider({
  id: 'elevenlabs',
  name: 'ElevenLabs',
  settings: ElevenLabsSettings,
  discover: async (environment) => {
    const settings = settingsFromEnvironment(environment);
    return settings && { settings, source: 'environment' };
  },
  openTextToSpeech: openElevenLabsTextToSpeech,
  listVoices: listElevenLabsVoices,
  matchVoice: matchVendorVoice,
});
