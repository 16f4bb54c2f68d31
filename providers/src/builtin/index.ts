import { z } from 'zod';
import { provider } from '../provider.ts';
import { describeVoice } from '../voice.ts';
import { openBuiltinLanguageModel } from './language-model.ts';
import { openBuiltinSpeechToText } from './speech-to-text.ts';
import { openBuiltinTextToSpeech } from './text-to-speech.ts';
import { voiceFor } from './voice/voices.ts';

/** What comes with the product: works without a key, an account or a download. */
export const builtin = provider({
  id: 'builtin',
  name: 'Built in',
  settings: z.object({}),
  isBuiltin: true,
  canAnalyse: false,
  openSpeechToText: () => openBuiltinSpeechToText(),
  openTextToSpeech: () => openBuiltinTextToSpeech(),
  matchVoice: (_settings, wanted) => {
    const { id, name } = voiceFor(describeVoice(wanted));
    return { id, name, isWanted: false };
  },
  openLanguageModel: () => openBuiltinLanguageModel(),
});
