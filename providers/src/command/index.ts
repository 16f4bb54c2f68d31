import { provider } from '../provider.ts';
import { findKnownPrograms } from './known-programs.ts';
import { CommandSettings } from './settings.ts';
import { openCommandSpeechToText } from './speech-to-text.ts';
import { openCommandTextToSpeech } from './text-to-speech.ts';

/** Recognition and synthesis by programs of this machine. */
export const command = provider({
  id: 'command',
  name: 'Programs of this machine',
  settings: CommandSettings,
  isOperatorOnly: true,
  /** COMMAND_STT and COMMAND_TTS name command lines; else what is found on PATH. "none" switches a part off. */
  discover: async (environment) => {
    const named = { recogniser: environment['COMMAND_STT'], synthesiser: environment['COMMAND_TTS'] };
    const found = await findKnownPrograms(environment);
    const choose = (name: string | undefined, program: string) => (name === 'none' ? '' : name || program);
    const settings = CommandSettings.parse({
      recogniser: choose(named.recogniser, found.recogniser),
      synthesiser: choose(named.synthesiser, found.synthesiser),
    });
    if (settings.recogniser === '' && settings.synthesiser === '') return undefined;
    const isNamed = [named.recogniser, named.synthesiser].some((name) => name && name !== 'none');
    return { settings, source: isNamed ? 'environment' : 'found' };
  },
  openSpeechToText: openCommandSpeechToText,
  openTextToSpeech: openCommandTextToSpeech,
  offers: (settings) => [
    ...(settings.recogniser ? (['speech-to-text'] as const) : []),
    ...(settings.synthesiser ? (['text-to-speech'] as const) : []),
  ],
});
