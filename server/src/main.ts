import { type Config, ConfigError, readConfig } from './config.ts';
import { describeError } from './platform/http/describe-error.ts';
import { openLog } from './platform/log/open-log.ts';
import { announce } from './start/announce.ts';
import { describeFailure } from './start/describe-failure.ts';
import { type RunningProcess, runProcess } from './start/run-process.ts';
import { stopOnSignals } from './start/stop-on-signals.ts';

/** EX_CONFIG of sysexits.h: something is set wrongly, starting again will not help. */
const wrongSettingsExitCode = 78;

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(wrongSettingsExitCode);
  }
}

const config = readConfigOrExit();
const log = openLog({ level: config.logLevel });

// What nobody caught leaves the process in a state nobody knows: say what it was, end, be started again.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.error('The process met an error nobody caught and ends.', describeError(error));
    process.exit(1);
  });
}

try {
  const starting = runProcess(config, log);
  let running: RunningProcess | undefined;
  stopOnSignals({
    stop: async () => await (await starting).stop(),
    log,
    liveCalls: () => running?.features.calls.liveCount() ?? 0,
  });
  running = await starting;
  console.log(announce(config, running));
} catch (error) {
  log.error('The process could not start.', describeError(error));
  console.error(`\nCould not start: ${describeFailure(error, config)}\n`);
  process.exit(1);
}
