import { z } from 'zod';
import { provider } from '../provider.ts';
import { openBuiltinLanguageModel } from './language-model.ts';
import { openBuiltinSpeechToText } from './speech-to-text.ts';
import { openBuiltinTextToSpeech } from './text-to-speech.ts';

/** What comes with the product: works without a key, an account or a download. */
export const builtin = provider({
  id: 'builtin',
  name: 'Built in',
  settings: z.object({}),
  isBuiltin: true,
  canAnalyse: false,
  openSpeechToText: () => openBuiltinSpeechToText(),
  openTextToSpeech: () => openBuiltinTextToSpeech(),
  openLanguageModel: () => openBuiltinLanguageModel(),
});
