import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a job a directory that only we can read (mkdtemp makes it 0700), and removes it with all in it. */
export async function inWorkDirectory<Result>(job: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-command-'));
  try {
    return await job(directory);
  } finally {
    // A program that was killed may still be writing its last file.
    await rm(directory, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}
