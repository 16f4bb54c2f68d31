import { expect, test, vi } from 'vitest';
import { silentLog } from '../platform/log/open-log.ts';
import { describeFailure } from './describe-failure.ts';
import { stopOnSignals } from './stop-on-signals.ts';

function open(stop: () => Promise<void>) {
  const listeners = new Map<string, () => void>();
  const exit = vi.fn<(code: number) => void>();
  const signals = { on: (signal: string, listener: () => void) => listeners.set(signal, listener), exit };
  stopOnSignals({ stop, log: silentLog, liveCalls: () => 0, signals });
  return { exit, send: (signal: 'SIGTERM' | 'SIGINT') => listeners.get(signal)?.() };
}

test('a signal waits for the drain, then the process ends with 0', async () => {
  const drained = Promise.withResolvers<void>();
  const { exit, send } = open(() => drained.promise);
  send('SIGTERM');
  await new Promise((resolve) => setImmediate(resolve));
  expect(exit).not.toHaveBeenCalled();
  drained.resolve();
  await expect.poll(() => exit.mock.calls).toEqual([[0]]);
});

test('a second signal of either kind ends it at once', () => {
  const stop = vi.fn(() => new Promise<void>(() => undefined));
  const { exit, send } = open(stop);
  send('SIGINT');
  send('SIGTERM');
  expect(exit).toHaveBeenCalledExactlyOnceWith(143);
  expect(stop).toHaveBeenCalledOnce();
});

test('a drain that fails ends the process with 1', async () => {
  const { exit, send } = open(() => Promise.reject(new Error('the database is gone')));
  send('SIGTERM');
  await expect.poll(() => exit.mock.calls).toEqual([[1]]);
});

test('a port that is taken is told as what to do about it', () => {
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' });
  expect(describeFailure(taken, { host: '127.0.0.1', port: 3000 })).toBe(
    'The address 127.0.0.1:3000 is in use by another program. Stop it, or choose another port with PORT.',
  );
  expect(describeFailure(new Error('The key file is damaged.'), { host: '', port: 1 })).toBe(
    'The key file is damaged.',
  );
});
