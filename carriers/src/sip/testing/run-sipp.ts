import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patienceMs } from './testing-service.ts';

export type SippRun = {
  /** File in `scenarios/`, without the ending. */
  scenario: string;
  /** Where our service listens. */
  target: { host?: string; port: number };
  number?: string;
  calls?: number;
  callsPerSecond?: number;
  atOnce?: number;
  transport?: 'udp' | 'tcp';
  /** sipp waits to be called, on this port, instead of calling. */
  listenPort?: number;
};

/** Runs sipp, a public test tool for SIP, and tells whether every call went as the scenario says. */
export async function runSipp(run: SippRun): Promise<{ isPassed: boolean; errors: string }> {
  const { scenario, target, number = '+14155550123', calls = 1, callsPerSecond = 50, atOnce = 50 } = run;
  const { transport = 'udp', listenPort } = run;
  const host = target.host ?? '127.0.0.1';
  const folder = await mkdtemp(join(tmpdir(), 'parley-sipp-'));
  const places = [
    ...['-sf', new URL(`../scenarios/${scenario}.xml`, import.meta.url).pathname],
    ...['-i', host, '-mi', host, '-m', String(calls), '-r', String(callsPerSecond), '-l', String(atOnce)],
    ...['-t', transport === 'tcp' ? 't1' : 'u1', '-s', number, '-nostdin', '-trace_err'],
    ...['-timeout', String((2 * patienceMs) / 1000), '-timeout_error', '-recv_timeout', String(patienceMs)],
    ...['-error_file', join(folder, 'errors.log')],
    ...(listenPort === undefined ? [] : ['-p', String(listenPort)]),
    `${host.includes(':') ? `[${host}]` : host}:${target.port}`,
  ];
  const sipp = spawn('sipp', places, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
  const code = await new Promise<number | null>((resolve) => {
    sipp.once('error', () => resolve(null));
    sipp.once('exit', (exitCode) => resolve(exitCode));
  });
  let errors = '';
  for (const file of await readdir(folder)) errors += await readFile(join(folder, file), 'utf8');
  await rm(folder, { recursive: true, force: true });
  return { isPassed: code === 0, errors: `exit ${code}\n${errors}` };
}
