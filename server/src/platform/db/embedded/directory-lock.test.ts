import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

describe('The lock of a data directory', () => {
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const newPath = (): string => {
    count += 1;
    return join(folder, `lock-${count}`);
  };
  const lock = (path: string) => lockDirectory(path, 'data/pg18');
  const writeLock = (path: string, content: object) => writeFile(path, JSON.stringify(content));

  it('is held until it is released', async () => {
    const path = newPath();
    const held = await lock(path);
    await expect(lock(path)).rejects.toThrow(
      `The data directory data/pg18 is in use by process ${process.pid}`,
    );
    await held.release();
    await held.release();
    await (await lock(path)).release();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('of a living process is refused with what to do', async () => {
    const path = newPath();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(other, 'spawn');
    await writeLock(path, { pid: other.pid, startedAt: null, host: hostname() });
    await expect(lock(path)).rejects.toThrow(
      new RegExp(`in use by process ${other.pid} on .*Stop it first.*DATABASE_URL`),
    );
    other.kill();
    await once(other, 'exit');
    await (await lock(path)).release();
  });

  it.each([
    ['a process that is gone', { pid: 2 ** 22 + 1, startedAt: null, host: hostname() }],
    ['an earlier process with our own number', { pid: process.pid, startedAt: 'before', host: hostname() }],
    [
      'an earlier process whose number another has now',
      { pid: process.ppid, startedAt: 'before', host: hostname() },
    ],
  ])('of %s is taken over', async (_name, content) => {
    const path = newPath();
    await writeLock(path, content);
    const held = await lock(path);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await held.release();
  });

  it('that was cut off while it was written is taken over once it is old', async () => {
    const path = newPath();
    await writeFile(path, '{"pi');
    const held = await lock(path);
    await held.release();
  });

  it('of another host is refused while that host touches it, and taken over when it is silent', async () => {
    const path = newPath();
    await writeLock(path, { pid: 1, startedAt: null, host: 'another-container' });
    await expect(lock(path)).rejects.toThrow('in use by process 1 on another-container');
    const aMinuteAgo = new Date(Date.now() - 60_000);
    await utimes(path, aMinuteAgo, aMinuteAgo);
    await (await lock(path)).release();
  });

  it('goes to one of several processes that find a stale one together', async () => {
    const path = newPath();
    await writeLock(path, { pid: 2 ** 22 + 1, startedAt: null, host: hostname() });
    const script = `
      const { lockDirectory } = await import(${JSON.stringify(new URL('./directory-lock.ts', import.meta.url).href)});
      await lockDirectory(${JSON.stringify(path)}, 'data').then(() => console.log('held'), () => console.log('refused'));
      await new Promise((resolve) => process.stdin.once('data', resolve));
      process.exit();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const said = await Promise.all(
      children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()),
    );
    for (const child of children) {
      child.stdin.write('done\n');
      await once(child, 'exit');
    }
    expect(said.toSorted()).toEqual(['held', 'refused', 'refused', 'refused']);
  });
});
