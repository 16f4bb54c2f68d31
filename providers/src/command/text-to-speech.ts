import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createResampler } from '@parley/engine/audio/resample';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { JobLimit } from '../job-limit.ts';
import { decodeWav, type WavSound } from '../wav-file.ts';
import { fillPlaceholders, hasPlaceholder, parseCommandLine } from './command-line.ts';
import { runProgram } from './run-program.ts';
import type { CommandSettings } from './settings.ts';
import { inWorkDirectory } from './work-directory.ts';

/** Wideband telephony carries no more. */
const sampleRateHz = 16_000;
const waitingPerWorker = 16;
const maxWavBytes = 32 * 1024 * 1024;
const maxTextLetters = 5_000;

/** Opens a synthesiser that runs a program once for each sentence. */
export function openCommandTextToSpeech(settings: CommandSettings): TextToSpeech {
  const command = parseCommandLine(settings.synthesiser);
  const { workers } = settings;
  const limit = new JobLimit({ atOnce: workers, waiting: workers * waitingPerWorker });
  return {
    sampleRateHz,
    async *speak({ text, voice, language, signal }) {
      signal.throwIfAborted();
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const request = { settings, command, text: text.slice(0, maxTextLetters), voice, language, signal };
      const sound = await limit.run(() => synthesise(request), signal);
      signal.throwIfAborted();
      const samples = atCallRate(sound);
      if (samples.length > 0) yield { samples };
    },
  };
}

function synthesise(request: {
  settings: CommandSettings;
  command: readonly string[];
  text: string;
  voice: string;
  language: string;
  signal: AbortSignal;
}): Promise<WavSound> {
  const { settings, command, text, voice, language, signal } = request;
  return inWorkDirectory(async (directory) => {
    const wav = join(directory, 'speech.wav');
    const textFile = join(directory, 'text.txt');
    if (hasPlaceholder(command, 'textFile')) await writeFile(textFile, text);
    const values = {
      wav,
      textFile,
      // A text that begins like an option must not be taken for one.
      text: text.replace(/^-/, ' -'),
      voice: voice.replace(/^-+/, ''),
      language: language.split('-')[0]!.toLowerCase(),
      locale: language.replace(/^-+/, ''),
      rate: String(sampleRateHz),
    };
    const output = await runProgram({
      command: fillPlaceholders(command, values),
      directory,
      input: text,
      timeLimitMs: settings.timeLimitMs,
      maxOutputBytes: maxWavBytes,
      signal,
    });
    const file = hasPlaceholder(command, 'wav') ? await readSpeech(wav) : output;
    try {
      return decodeWav(file);
    } catch (cause) {
      throw new ProviderError('malformed', 'The synthesiser made no WAV file that can be read.', { cause });
    }
  });
}

async function readSpeech(path: string): Promise<Uint8Array> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) throw new ProviderError('malformed', 'The synthesiser made no file.');
  if (size > maxWavBytes)
    throw new ProviderError('malformed', 'The synthesiser made a file that is too large.');
  return readFile(path);
}

function atCallRate(sound: WavSound): Int16Array {
  if (sound.sampleRateHz === sampleRateHz) return sound.samples;
  const resampler = createResampler(sound.sampleRateHz, sampleRateHz);
  const [first, rest] = [resampler.process(sound.samples), resampler.flush()];
  const all = new Int16Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
}
