import { encodeWav } from '@parley/engine/audio/wav';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { SpeechToText } from '@parley/engine/interfaces/speech-to-text';
import { JobLimit } from '../job-limit.ts';
import { UtteranceTranscriber } from '../utterance-transcriber.ts';
import { failedResponseError, providerErrorOf } from './failures.ts';
import { authorization, endpoint, type OpenAiSettings } from './settings.ts';

/** Utterances of a few seconds come back in 0.5 to 2 s; the slowest of a hundred in about three. */
const finalWaitMs = 3_000;
const timeLimitMs = 15_000;
/** The vendor takes files of 25 MB: 13 minutes at 16 kHz. Nobody speaks that long without a pause. */
const maxUtteranceMs = 120_000;

/** Opens the recogniser of a server: `POST /audio/transcriptions`, one request for each utterance. */
export function openOpenAiSpeechToText(settings: OpenAiSettings): SpeechToText {
  const limit = new JobLimit({ atOnce: 32, waiting: 64 });
  return {
    hearsAudio: true,
    finalWaitMs,
    open: ({ sampleRateHz, language, onEvent }) =>
      new UtteranceTranscriber({
        sampleRateHz,
        onEvent,
        limit,
        timeLimitMs,
        maxUtteranceMs,
        recognise: (samples, signal) => transcribe({ settings, samples, sampleRateHz, language, signal }),
      }),
  };
}

async function transcribe(request: {
  settings: OpenAiSettings;
  samples: Int16Array;
  sampleRateHz: number;
  language: string;
  signal: AbortSignal;
}): Promise<string> {
  const { settings, samples, sampleRateHz, language, signal } = request;
  const form = new FormData();
  form.append(
    'file',
    new Blob([encodeWav(samples, { sampleRateHz })], { type: 'audio/wav' }),
    'utterance.wav',
  );
  form.append('model', settings.transcriptionModel);
  form.append('response_format', 'json');
  // The protocol takes ISO 639-1 codes: the first part of a BCP 47 tag.
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  if (/^[a-z]{2}$/.test(code)) form.append('language', code);
  if (settings.transcriptionPrompt) form.append('prompt', settings.transcriptionPrompt);
  try {
    const response = await fetch(endpoint(settings, '/audio/transcriptions'), {
      method: 'POST',
      headers: authorization(settings),
      body: form,
      signal,
    });
    if (!response.ok) throw await failedResponseError(response, settings.apiKey);
    const answer: unknown = await response.json();
    const text = typeof answer === 'object' && answer !== null && 'text' in answer ? answer.text : undefined;
    if (typeof text !== 'string') throw new ProviderError('malformed', 'The transcription holds no text.');
    return text;
  } catch (error) {
    throw providerErrorOf(error, { signal, apiKey: settings.apiKey });
  }
}
