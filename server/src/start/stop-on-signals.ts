import type { Log } from '../platform/log/log.ts';

/** What a shell says of a process ended by SIGTERM (128 + 15): here, one that was not given the time to drain. */
const impatientExitCode = 143;

type Signals = {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
};

/**
 * SIGTERM and SIGINT let running calls finish, then end the process with 0. A second one ends it at once:
 * its calls are closed by the next process that looks.
 */
export function stopOnSignals(options: {
  stop: () => Promise<void>;
  log: Log;
  liveCalls: () => number;
  signals?: Signals;
}): void {
  const { stop, log, liveCalls, signals = process } = options;
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) {
      log.warn('A second signal: the process ends at once.', { liveCalls: liveCalls() });
      signals.exit(impatientExitCode);
      return;
    }
    isStopping = true;
    log.info('The process stops: running calls may finish, new ones are refused.', {
      liveCalls: liveCalls(),
    });
    stop().then(
      () => {
        log.info('The process has stopped.');
        signals.exit(0);
      },
      (error: unknown) => {
        log.error('The process could not stop as it should.', { error });
        signals.exit(1);
      },
    );
  };
  signals.on('SIGTERM', onSignal);
  signals.on('SIGINT', onSignal);
}
