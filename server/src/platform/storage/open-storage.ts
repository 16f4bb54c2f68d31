import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openDiskStorage } from './disk-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the storage of the product: S3-compatible where S3_* is set, the folder `files` in DATA_DIR else. */
export async function openStorage(config: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (config.s3 !== undefined) return openS3Storage(config.s3);
  return openDiskStorage(join(config.dataDir, 'files'));
}
