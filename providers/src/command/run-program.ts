import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { ProviderError } from '@parley/engine/interfaces/provider-error';

export type ProgramRun = {
  /** The program and its arguments. */
  command: readonly string[];
  /** Where it runs; relative files it writes land there. */
  directory: string;
  input?: string;
  timeLimitMs: number;
  maxOutputBytes: number;
  signal: AbortSignal;
};

const keptErrorLetters = 400;
/** All a program learns of our environment: no keys and no passwords. */
const passedVariables = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SystemRoot',
];

/**
 * Runs a program without a shell, in a process group of its own which is killed with all it started when the
 * time is over, the output is too long or the signal is aborted. Rejects with a ProviderError, or the
 * signal's reason.
 */
export function runProgram(run: ProgramRun): Promise<Buffer> {
  const { command, signal } = run;
  const name = basename(command[0] ?? '');
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const child = spawn(command[0]!, command.slice(1), {
      cwd: run.directory,
      env: { ...passedEnvironment(), TMPDIR: run.directory },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let outputBytes = 0;
    let errors = '';
    const end = (error: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      killGroup(child);
      if (error === undefined) resolve(Buffer.concat(output));
      else reject(error);
    };
    const timer = setTimeout(
      () =>
        end(
          new ProviderError('timed_out', `${name} did not finish in ${run.timeLimitMs} ms.${saidBy(errors)}`),
        ),
      run.timeLimitMs,
    );
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (bytes: Buffer) => {
      outputBytes += bytes.length;
      if (outputBytes <= run.maxOutputBytes) output.push(bytes);
      else end(new ProviderError('malformed', `${name} wrote more than ${run.maxOutputBytes} bytes.`));
    });
    child.stderr.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString()).slice(-keptErrorLetters);
    });
    // A program that does not read its input closes it; that alone is no failure.
    child.stdin.on('error', () => undefined);
    child.stdin.end(run.input ?? '');
    child.on('error', (cause: NodeJS.ErrnoException) => end(startError(name, cause)));
    child.on('close', (code, killedBy) => {
      if (code === 0) return end(undefined);
      const how = killedBy ? `was killed by ${killedBy}` : `ended with code ${code}`;
      end(new ProviderError('unavailable', `${name} ${how}.${saidBy(errors)}`));
    });
  });
}

function startError(name: string, cause: NodeJS.ErrnoException): ProviderError {
  if (cause.code === 'ENOENT')
    return new ProviderError('refused', `The program ${name} is not installed.`, { cause });
  if (cause.code === 'EACCES')
    return new ProviderError('refused', `The program ${name} may not be run.`, { cause });
  return new ProviderError('unavailable', `The program ${name} cannot be started.`, { cause });
}

/** Kills the program and whatever it started; programs that have ended are no matter. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone, or the system has none.
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

function passedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function saidBy(errors: string): string {
  const said = errors.replace(/\s+/g, ' ').trim();
  return said ? ` It said: ${said}` : '';
}
