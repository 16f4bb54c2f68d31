import { provider } from '../provider.ts';
import { openOpenAiEmbedding } from './embedding.ts';
import { openOpenAiLanguageModel } from './language-model.ts';
import { OpenAiSettings, settingsFromEnvironment } from './settings.ts';
import { openOpenAiSpeechToText } from './speech-to-text.ts';
import { matchVendorVoice, openOpenAiTextToSpeech } from './text-to-speech.ts';

/** OpenAI, and every server that speaks its protocol: chat with tools, transcription, speech. */
export const openai = provider({
  id: 'openai',
  name: 'OpenAI compatible',
  settings: OpenAiSettings,
  discover: async (environment) => {
    const settings = settingsFromEnvironment(environment);
    return settings && { settings, source: 'environment' };
  },
  openSpeechToText: openOpenAiSpeechToText,
  openTextToSpeech: openOpenAiTextToSpeech,
  openLanguageModel: openOpenAiLanguageModel,
  openEmbedding: openOpenAiEmbedding,
  matchVoice: matchVendorVoice,
  offers: (settings) => [
    ...(settings.transcriptionModel ? (['speech-to-text'] as const) : []),
    ...(settings.speechModel ? (['text-to-speech'] as const) : []),
    ...(settings.chatModel ? (['language-model'] as const) : []),
    ...(settings.embeddingModel ? (['embedding'] as const) : []),
  ],
});
