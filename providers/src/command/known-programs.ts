import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program we know how to call, with what it needs beside itself. */
type KnownProgram = {
  program: string;
  /** The command line, undefined when something it needs is missing. */
  commandLine: (path: string, environment: Environment) => Promise<string | undefined>;
};

const sphinxModels = ['/usr/share/pocketsphinx/model/en-us', '/usr/local/share/pocketsphinx/model/en-us'];

/** Recognisers, the best first. */
const recognisers: readonly KnownProgram[] = [
  {
    // whisper.cpp: -np prints nothing but the text, -nt no times (its examples/cli/README).
    program: 'whisper-cli',
    commandLine: async (path, environment) => {
      const model = environment['WHISPER_MODEL'];
      const isThere = model !== undefined && (await canRead(model));
      return isThere ? `${quoted(path)} -m ${quoted(model)} -l {language} -np -nt -f {wav}` : undefined;
    },
  },
  {
    program: 'pocketsphinx_continuous',
    commandLine: async (path) => {
      for (const model of sphinxModels) {
        if (await canRead(model)) return `${quoted(path)} -infile {wav} -logfn /dev/null`;
      }
      return undefined;
    },
  },
];

/** Synthesisers better than the builtin one: others may be named in COMMAND_TTS. */
const synthesisers: readonly KnownProgram[] = [
  {
    program: 'piper',
    commandLine: async (path, environment) => {
      const model = environment['PIPER_MODEL'];
      const isThere = model !== undefined && (await canRead(model));
      return isThere ? `${quoted(path)} --model ${quoted(model)} --output_file {wav}` : undefined;
    },
  },
];

/** The command lines of the best programs on PATH; empty texts where there is none. */
export async function findKnownPrograms(
  environment: Environment,
): Promise<{ recogniser: string; synthesiser: string }> {
  const [recogniser, synthesiser] = await Promise.all([
    firstOf(recognisers, environment),
    firstOf(synthesisers, environment),
  ]);
  return { recogniser, synthesiser };
}

async function firstOf(known: readonly KnownProgram[], environment: Environment): Promise<string> {
  for (const { program, commandLine } of known) {
    const path = await findOnPath(program, environment['PATH'] ?? '');
    const line = path === undefined ? undefined : await commandLine(path, environment);
    if (line !== undefined) return line;
  }
  return '';
}

async function findOnPath(program: string, searchPath: string): Promise<string | undefined> {
  for (const directory of searchPath.split(delimiter)) {
    // An empty entry would mean the directory we happen to be in.
    if (directory === '') continue;
    const path = join(directory, program);
    if (await canUse(path, constants.X_OK)) return path;
  }
  return undefined;
}

const canRead = (path: string) => canUse(path, constants.R_OK);

function canUse(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

function quoted(argument: string): string {
  return /^[\w./-]+$/.test(argument) ? argument : `"${argument.replace(/(["\\])/g, '\\$1')}"`;
}
