import type { LanguageModel } from './language-model.ts';
import type { SpeechToText } from './speech-to-text.ts';
import type { TextToSpeech } from './text-to-speech.ts';

/** The three providers of a call. `speechToText` null: nobody listens, the call goes on by touch-tone. */
export type CallProviders = {
  speechToText: SpeechToText | null;
  textToSpeech: TextToSpeech;
  languageModel: LanguageModel;
};
