import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Busy time of each core since the system started, in ms, steal of a virtual machine included. Empty where unknown. */
export function readBusyMs(): number[] {
  try {
    return parseBusyMs(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return [];
  }
}

/** The `cpu0`, `cpu1`, ... lines of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal, in 1/100 s. */
export function parseBusyMs(text: string): number[] {
  return [...text.matchAll(/^cpu\d+ (.+)$/gm)].map((match) => {
    const fields = match[1]!.trim().split(/\s+/).map(Number);
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
    return (user + nice + system + irq + softirq + steal) * 10;
  });
}

/**
 * What others used of the measured cores meanwhile, in per cent of each core: a machine that is shared spoils figures,
 * and a reader must see by how much.
 */
export type Disturbance = { percentOfCores: number[]; loadAverage: number };

/** Begins to watch; the function returned tells what others used, when told the CPU time of the measured processes. */
export function watchDisturbance(): (ownMsByCore: readonly number[]) => Disturbance {
  const before = readBusyMs();
  const startMs = performance.now();
  return (ownMsByCore) => {
    const elapsedMs = performance.now() - startMs;
    const percentOfCores = readBusyMs().map((busy, core) => {
      const others = busy - (before[core] ?? 0) - (ownMsByCore[core] ?? 0);
      return Math.max(0, (others / elapsedMs) * 100);
    });
    return { percentOfCores, loadAverage: loadavg()[0] ?? 0 };
  };
}

/** Waits until all cores were nearly idle for a second, at most `maxMs`. True when they were. */
export async function waitForQuiet(maxMs: number): Promise<boolean> {
  const untilMs = performance.now() + maxMs;
  for (;;) {
    const tell = watchDisturbance();
    await sleep(1000);
    const { percentOfCores } = tell([]);
    if (percentOfCores.every((percent) => percent < quietPercent)) return true;
    if (performance.now() > untilMs) return false;
  }
}

/** Whether others used so little that the figures stand for the product. */
export function isQuiet(disturbance: Disturbance): boolean {
  return disturbance.percentOfCores.every((percent) => percent < quietPercent);
}

const quietPercent = 8;
