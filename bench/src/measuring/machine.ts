import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { canPin } from './pinned-process.ts';

/** One line that names the machine, as every figure needs it. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const pinning = canPin
    ? 'the product on core 0, the load on core 1'
    : 'processes not held on cores (no taskset)';
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' / ');
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${describeCommit()}`,
    `${availableParallelism()} x ${model}${describeVirtual()}`,
    memory,
    `${process.platform} ${release()}`,
    `Node ${process.versions.node}`,
    pinning,
    `load average ${load} at the start`,
  ].join(' · ');
}

function describeVirtual(): string {
  try {
    return /^flags.*\bhypervisor\b/m.test(readFileSync('/proc/cpuinfo', 'utf8')) ? ' (virtual machine)' : '';
  } catch {
    return '';
  }
}

function describeCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
