import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';
import { checkStorageKey } from './storage-key.ts';

/** Keeps files in a folder, one file per key. A file is there whole or not at all, also after a crash. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(folder, ...checkStorageKey(key).split('/'));
  return {
    async putFile(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      await sync(path);
      try {
        await rename(path, target);
      } catch (error) {
        if (!isCode(error, 'EXDEV')) throw error;
        // Another file system: copied beside the target first, since only a rename is atomic.
        const beside = `${target}.${randomUUID()}.part`;
        await copyFile(path, beside);
        await sync(beside);
        await rename(beside, target);
        await rm(path, { force: true });
      }
      await sync(dirname(target));
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r');
      return file.createReadStream(range ?? {});
    },
    async findSizeBytes(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? found.size : undefined;
      } catch (error) {
        if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async isReady() {
      return access(folder, constants.R_OK | constants.W_OK).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Brings a file, or the entries of a directory, to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a directory, nor a file opened to be read.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
