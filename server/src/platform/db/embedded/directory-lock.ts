import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Holds a directory for one process. */
export interface DirectoryLock {
  release(): Promise<void>;
}

const LockFile = z.object({
  pid: z.int(),
  /** When that process began, to tell it from a later one with its number; null where unknown. */
  startedAt: z.string().nullable(),
  /** Containers share directories but not process numbers. */
  host: z.string(),
});
type LockFile = z.output<typeof LockFile>;

/** A holder on another host shows that it lives by touching the file. */
const touchEveryMs = 5_000;
const strangerSilenceMs = 30_000;
/** A takeover lasts milliseconds; its mark is older only where a process died in it. */
const takeoverMaxMs = 5_000;

const heldHere = new Set<string>();

/**
 * Takes the lock file at `path`. The lock of a dead process is taken over; that of a living one is refused
 * with an error that names it. Two starting processes never both get it.
 */
export async function lockDirectory(path: string, directory: string): Promise<DirectoryLock> {
  const own: LockFile = {
    pid: process.pid,
    startedAt: await findProcessStart(process.pid),
    host: hostname(),
  };
  if (heldHere.has(path)) throw new Error(describeHolder(directory, own));
  heldHere.add(path);
  try {
    await take(path, { own, directory });
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return hold(path);
}

async function take(path: string, { own, directory }: { own: LockFile; directory: string }): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    if (await writeNew(path, own)) return;
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const holder = parseLock(text);
    if (await isHeld(path, holder)) throw new Error(describeHolder(directory, holder));
    await removeStale(path, text);
  }
  throw new Error(`The data directory ${directory} could not be locked: ${path} keeps changing.`);
}

function hold(path: string): DirectoryLock {
  const timer = setInterval(() => {
    const now = new Date();
    // A missed touch only matters to other hosts, and the next one mends it.
    utimes(path, now, now).catch(() => undefined);
  }, touchEveryMs);
  timer.unref();
  return {
    release: async () => {
      if (!heldHere.delete(path)) return;
      clearInterval(timer);
      await rm(path, { force: true });
    },
  };
}

async function writeNew(path: string, lock: LockFile): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(lock), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Undefined for a file that is only just being written, or was cut off while it was. */
function parseLock(text: string): LockFile | undefined {
  try {
    return LockFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function isHeld(path: string, holder: LockFile | undefined): Promise<boolean> {
  const touchedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const silenceMs = Date.now() - touchedAt;
  if (holder === undefined) {
    if (silenceMs > 1_000) return false;
    await sleep(50);
    return false;
  }
  if (holder.host !== hostname()) return silenceMs < strangerSilenceMs;
  // This process holds no lock at this path: the file is an earlier one's that had the same number.
  if (holder.pid === process.pid) return false;
  if (!isAlive(holder.pid)) return false;
  const startedAt = await findProcessStart(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Removes the lock file if it still holds `text`, one process at a time. */
async function removeStale(path: string, text: string): Promise<void> {
  const mark = `${path}.takeover`;
  try {
    await mkdir(mark);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    const madeAt = (await stat(mark).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - madeAt > takeoverMaxMs) await rm(mark, { recursive: true, force: true });
    await sleep(20);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true });
  } finally {
    await rm(mark, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return isCode(error, 'EPERM');
  }
}

/** Boot and start time of a process, from Linux's proc(5) (field 22 of stat); null elsewhere. */
async function findProcessStart(pid: number): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may hold spaces; the third begins after its bracket.
    const startTicks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}:${startTicks}`;
  } catch {
    return null;
  }
}

function describeHolder(directory: string, holder: LockFile | undefined): string {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return (
    `The data directory ${directory} is in use by ${who}. Stop it first, give this one a DATA_DIR of its own, ` +
    'or set DATABASE_URL so that several processes can share a PostgreSQL database.'
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
