import type { SpeechToText } from '@parley/engine/interfaces/speech-to-text';
import type { DeepgramSettings } from './settings.ts';
import { DeepgramTranscriber, defaultTiming, type TranscriberTiming } from './transcriber.ts';

/** Opens the recogniser: one connection for each call, texts while the customer speaks. */
export function openDeepgramSpeechToText(
  settings: DeepgramSettings,
  timing: TranscriberTiming = defaultTiming,
): SpeechToText {
  return {
    hearsAudio: true,
    finalWaitMs: timing.finalWaitMs,
    open: ({ sampleRateHz, language, onEvent }) =>
      new DeepgramTranscriber({
        settings,
        sampleRateHz,
        query: queryOf(settings, { sampleRateHz, language }),
        timing,
        onEvent,
      }),
  };
}

/** What the recogniser is told. Turns are ours to find: its own endpointing is off. */
function queryOf(
  settings: DeepgramSettings,
  { sampleRateHz, language }: { sampleRateHz: number; language: string },
): URLSearchParams {
  const query = new URLSearchParams({
    model: settings.model,
    language,
    encoding: 'linear16',
    sample_rate: String(sampleRateHz),
    channels: '1',
    interim_results: 'true',
    endpointing: 'false',
    punctuate: 'true',
    smart_format: 'true',
  });
  // Models before the third generation know the same by another name.
  const name = settings.model.startsWith('nova-3') ? 'keyterm' : 'keywords';
  for (const word of settings.words.split(',').map((each) => each.trim())) {
    if (word) query.append(name, word);
  }
  return query;
}
