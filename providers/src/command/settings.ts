import { z } from 'zod';
import { parseCommandLine } from './command-line.ts';

const CommandLine = z.string().max(2_000).default('');

/** A program that turns a WAV file into text, one that turns text into a WAV file, or both. */
export const CommandSettings = z
  .object({
    recogniser: CommandLine.refine(isRunnable, 'This command line cannot be read.').meta({
      label: 'Recogniser',
      help: 'Command line with {wav}, and {language}, {rate} where it wants them. It prints the text.',
    }),
    recogniserRateHz: z
      .int()
      .min(8_000)
      .max(48_000)
      .default(16_000)
      .meta({ label: 'Rate of the WAV file for the recogniser in Hz' }),
    synthesiser: CommandLine.refine(isRunnable, 'This command line cannot be read.').meta({
      label: 'Synthesiser',
      help: 'Command line; the text comes on standard input or as {textFile}, the sound goes to {wav}.',
    }),
    workers: z.int().min(1).max(64).default(2).meta({ label: 'Programs at once' }),
    timeLimitMs: z.int().min(500).max(120_000).default(20_000).meta({ label: 'Time limit in ms' }),
    maxUtteranceMs: z
      .int()
      .min(1_000)
      .max(120_000)
      .default(30_000)
      .meta({ label: 'Longest utterance in ms', help: 'Of longer ones only the end is recognised.' }),
  })
  .meta({ help: 'Runs programs of this machine: set by its operator only.' });
export type CommandSettings = z.output<typeof CommandSettings>;

function isRunnable(line: string): boolean {
  if (line.trim() === '') return true;
  try {
    return parseCommandLine(line).length > 0;
  } catch {
    return false;
  }
}
