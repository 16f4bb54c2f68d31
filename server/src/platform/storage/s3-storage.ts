import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { Config } from '../../config.ts';
import type { Storage } from './storage.ts';
import { checkStorageKey } from './storage-key.ts';

/** Keeps files in a bucket of an S3-compatible store. Large ones go up in parts, as they are read. */
export function openS3Storage(settings: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    endPoint: settings.endpoint,
    region: settings.region,
    bucket: settings.bucket,
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
  });
  return {
    async putFile(key, path, contentType) {
      const { size } = await stat(path);
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array<ArrayBuffer>>;
      await client.putObject(checkStorageKey(key), body, { size, metadata: { 'Content-Type': contentType } });
      await rm(path, { force: true });
    },
    async read(key, range) {
      const name = checkStorageKey(key);
      const response =
        range === undefined
          ? await client.getObject(name)
          : await client.getPartialObject(name, { offset: range.start, length: range.end - range.start + 1 });
      if (response.body === null) return Readable.from([]);
      return Readable.fromWeb(response.body as unknown as NodeReadableStream);
    },
    async findSizeBytes(key) {
      try {
        return (await client.statObject(checkStorageKey(key))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      try {
        await client.deleteObject(checkStorageKey(key));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async isReady() {
      return client.bucketExists(settings.bucket).catch(() => false);
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Errors.ServerError && error.statusCode === 404;
}
