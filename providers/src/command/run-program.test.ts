import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

/** Runs a piece of JavaScript as the program. */
function run(script: string, options: { timeLimitMs?: number; input?: string; signal?: AbortSignal } = {}) {
  return runProgram({
    command: [process.execPath, '-e', script],
    directory: tmpdir(),
    timeLimitMs: 10_000,
    maxOutputBytes: 100_000,
    signal: new AbortController().signal,
    ...options,
  });
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a program', () => {
  test('gets its input and gives its output', async () => {
    const output = await run('process.stdin.pipe(process.stdout)', { input: 'hello' });
    expect(output.toString()).toBe('hello');
  });

  test('may ignore its input', async () => {
    expect((await run('console.log(1)', { input: 'x'.repeat(1_000_000) })).toString()).toBe('1\n');
  });

  test('learns nothing of our secrets', async () => {
    process.env['TEST_SECRET_KEY'] = 'sk-1';
    const output = await run('console.log(JSON.stringify(process.env))');
    delete process.env['TEST_SECRET_KEY'];
    expect(output.toString()).not.toContain('sk-1');
    expect(output.toString()).toContain('PATH');
  });

  test('that fails is told with what it said', async () => {
    const failed = run('console.error("model missing"); process.exit(3)');
    await expect(failed).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/code 3.*model missing/),
    });
  });

  test('that is not installed is told by name', async () => {
    const missing = runProgram({
      command: ['no-such-program-at-all', 'x'],
      directory: tmpdir(),
      timeLimitMs: 1_000,
      maxOutputBytes: 10,
      signal: new AbortController().signal,
    });
    await expect(missing).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/no-such-program-at-all is not installed/),
    });
  });

  test('that writes without end is ended', async () => {
    await expect(run('for (;;) process.stdout.write("x".repeat(10000))')).rejects.toMatchObject({
      kind: 'malformed',
    });
  });

  test('that hangs is killed with everything it started', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      console.error('child ' + child.pid);
      process.on('SIGTERM', () => {});
      setInterval(() => {}, 1000);`;
    const error = await run(script, { timeLimitMs: 2_000 }).catch((failure: Error) => failure);
    expect(error).toMatchObject({ kind: 'timed_out' });
    const pid = Number(/child (\d+)/.exec((error as Error).message)?.[1]);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('is killed when aborted', async () => {
    const stop = new AbortController();
    const running = run('setInterval(() => {}, 1000)', { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(run('1', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
