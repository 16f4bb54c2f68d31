import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

type Opened = { storage: Storage; close(): Promise<void> };

async function openDisk(dataDir: string): Promise<Opened> {
  return { storage: await openStorage({ s3: undefined, dataDir }), close: async () => undefined };
}

/** s3rver answers as S3 does, from a folder, on loopback. */
async function openBucket(dataDir: string): Promise<Opened> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dataDir, 's3'),
    configureBuckets: [{ name: 'calls', configs: [] }],
  });
  const { port } = await server.run();
  const s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'calls',
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  };
  return { storage: await openStorage({ s3, dataDir }), close: () => server.close() };
}

describe.each([
  ['on the disk', openDisk],
  ['in an S3 bucket', openBucket],
])('Storage %s', (_name, open) => {
  let dataDir: string;
  let opened: Opened;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-storage-'));
    opened = await open(dataDir);
  });
  afterAll(async () => {
    await opened.close();
    await rm(dataDir, { recursive: true });
  });
  const put = async (key: string, content: Buffer): Promise<string> => {
    const path = join(dataDir, 'finished.part');
    await writeFile(path, content);
    await opened.storage.putFile(key, path, 'audio/wav');
    return path;
  };
  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> =>
    buffer(await opened.storage.read(key, range));

  it('takes over a finished file and gives it back', async () => {
    const path = await put('recordings/2026/call_1.wav', Buffer.from('hello wave'));
    expect(existsSync(path)).toBe(false);
    expect((await read('recordings/2026/call_1.wav')).toString()).toBe('hello wave');
    expect(await opened.storage.findSizeBytes('recordings/2026/call_1.wav')).toBe(10);
  });

  it('gives a range, both ends included', async () => {
    await put('ranges.bin', Buffer.from('0123456789'));
    expect((await read('ranges.bin', { start: 2, end: 4 })).toString()).toBe('234');
    expect((await read('ranges.bin', { start: 9, end: 9 })).toString()).toBe('9');
  });

  it('replaces a file of the same key', async () => {
    await put('same', Buffer.from('first'));
    await put('same', Buffer.from('second one'));
    expect((await read('same')).toString()).toBe('second one');
  });

  it('carries an hour of recording', async () => {
    const large = Buffer.alloc(30 * 1024 * 1024, 'sound');
    await put('large.wav', large);
    expect((await read('large.wav')).equals(large)).toBe(true);
  });

  it('says that a file is not there, and removes without complaint', async () => {
    expect(await opened.storage.findSizeBytes('missing')).toBeUndefined();
    await expect(read('missing')).rejects.toThrow();
    await put('gone', Buffer.from('x'));
    await opened.storage.remove('gone');
    await opened.storage.remove('gone');
    expect(await opened.storage.findSizeBytes('gone')).toBeUndefined();
  });

  it.each([
    '',
    '/etc/passwd',
    '../secret-key',
    'a/../../b',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0b',
    'x'.repeat(600),
  ])('refuses the key %j', async (key) => {
    await expect(opened.storage.findSizeBytes(key)).rejects.toThrow('A storage key holds');
    await expect(opened.storage.read(key)).rejects.toThrow('A storage key holds');
    await expect(opened.storage.remove(key)).rejects.toThrow('A storage key holds');
    await expect(opened.storage.putFile(key, join(dataDir, 'none'), 'text/plain')).rejects.toThrow();
  });

  it('is ready', async () => {
    expect(await opened.storage.isReady()).toBe(true);
  });
});

describe('Storage that fails', () => {
  /** Linux has it; another file system cannot be made by a test. */
  const memory = '/dev/shm';
  const itAcross = existsSync(memory) ? it : () => undefined;

  it('on the disk is not ready once its folder is gone, and leaves no halves', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-storage-'));
    const storage = await openStorage({ s3: undefined, dataDir });
    await expect(storage.putFile('a/b', join(dataDir, 'none'), 'text/plain')).rejects.toThrow('ENOENT');
    expect(await readdir(join(dataDir, 'files', 'a'))).toEqual([]);
    await rm(dataDir, { recursive: true });
    expect(await storage.isReady()).toBe(false);
  });

  it('in a bucket is not ready when nobody answers, and keeps the local file', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-storage-'));
    const s3 = {
      endpoint: 'http://127.0.0.1:1',
      bucket: 'calls',
      region: 'x',
      accessKey: 'x',
      secretKey: 'x',
    };
    const storage = await openStorage({ s3, dataDir });
    expect(await storage.isReady()).toBe(false);
    const path = join(dataDir, 'kept');
    await writeFile(path, 'x');
    await expect(storage.putFile('kept', path, 'text/plain')).rejects.toThrow();
    expect(existsSync(path)).toBe(true);
    await rm(dataDir, { recursive: true });
  });

  itAcross('from another file system is copied whole before it gets its name', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-storage-'));
    const elsewhere = await mkdtemp(join(memory, 'parley-storage-'));
    await mkdir(join(dataDir, 'files'));
    await symlink(elsewhere, join(dataDir, 'files', 'linked'));
    const storage = await openStorage({ s3: undefined, dataDir });
    const path = join(dataDir, 'finished');
    await writeFile(path, 'across');
    await storage.putFile('linked/across', path, 'text/plain');
    expect((await buffer(await storage.read('linked/across'))).toString()).toBe('across');
    expect(await readdir(elsewhere)).toEqual(['across']);
    expect(existsSync(path)).toBe(false);
    await rm(dataDir, { recursive: true });
    await rm(elsewhere, { recursive: true });
  });
});
