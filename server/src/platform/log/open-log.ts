import { type DestinationStream, pino } from 'pino';
import type { Log } from './log.ts';
import { redact } from './redact.ts';
import { writePretty } from './write-pretty.ts';

export type LogOptions = {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** One readable line per entry instead of JSON. Default: when standard output is a terminal. */
  isPretty?: boolean;
  /** Where entries go, a line each. Default: standard output. */
  write?: (line: string) => void;
};

/** Opens the log of a process: JSON lines with time, level, sentence and fields, personal data masked. */
export function openLog({ level, isPretty, write }: LogOptions): Log {
  const out = write ?? ((line: string) => void process.stdout.write(line));
  const stream: DestinationStream = {
    write:
      (isPretty ?? (write === undefined && process.stdout.isTTY)) ? (line) => out(writePretty(line)) : out,
  };
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'sentence',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  return toLog(logger);
}

/** A log that keeps nothing, for tests. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

function toLog(logger: pino.Logger): Log {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (sentence: string, fields?: Record<string, unknown>): void => {
      if (!logger.isLevelEnabled(level)) return;
      if (fields === undefined) logger[level](sentence);
      else logger[level](redact(fields), sentence);
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => toLog(logger.child(redact(fields))),
  };
}
