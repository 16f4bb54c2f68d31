import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeWav } from '@parley/engine/audio/wav';
import type { SpeechToText } from '@parley/engine/interfaces/speech-to-text';
import { JobLimit } from '../job-limit.ts';
import { UtteranceTranscriber } from '../utterance-transcriber.ts';
import { cleanTranscript } from './clean-transcript.ts';
import { fillPlaceholders, parseCommandLine } from './command-line.ts';
import { prepareSound } from './prepare-sound.ts';
import { runProgram } from './run-program.ts';
import type { CommandSettings } from './settings.ts';
import { inWorkDirectory } from './work-directory.ts';

/** pocketsphinx takes 0.6 s for a short sentence on an idle core, and several on a busy one. */
const finalWaitMs = 4_000;
const waitingPerWorker = 8;
const maxOutputBytes = 256 * 1024;

/** Opens a recogniser that runs a program once for each utterance. */
export function openCommandSpeechToText(settings: CommandSettings): SpeechToText {
  const command = parseCommandLine(settings.recogniser);
  const { workers, timeLimitMs, maxUtteranceMs } = settings;
  const limit = new JobLimit({ atOnce: workers, waiting: workers * waitingPerWorker });
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
        recognise: (samples, signal) =>
          recognise({ settings, command, samples, sampleRateHz, language, signal }),
      }),
  };
}

function recognise(request: {
  settings: CommandSettings;
  command: readonly string[];
  samples: Int16Array;
  sampleRateHz: number;
  language: string;
  signal: AbortSignal;
}): Promise<string> {
  const { settings, command, samples, sampleRateHz, language, signal } = request;
  const rateHz = settings.recogniserRateHz;
  return inWorkDirectory(async (directory) => {
    const wav = join(directory, 'utterance.wav');
    const sound = prepareSound(samples, { fromHz: sampleRateHz, toHz: rateHz });
    await writeFile(wav, encodeWav(sound, { sampleRateHz: rateHz }));
    const values = {
      wav,
      rate: String(rateHz),
      language: language.split('-')[0]!.toLowerCase(),
      locale: language,
    };
    const output = await runProgram({
      command: fillPlaceholders(command, values),
      directory,
      timeLimitMs: settings.timeLimitMs,
      maxOutputBytes,
      signal,
    });
    return cleanTranscript(output.toString());
  });
}
