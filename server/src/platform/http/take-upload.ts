import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@parley/contract/errors';
import type { FastifyRequest } from 'fastify';

/** A file that a request brought, on the local disk until the request is answered. */
export type UploadedFile = {
  /** As the sender calls it, without folders, at most 200 characters. */
  name: string;
  /** Where it lies. Whoever moves it away keeps it. */
  path: string;
  sizeBytes: number;
};

/** The uploads of one request: taken when the handler asks, and removed when it is done. */
export class Uploads {
  readonly #request: FastifyRequest;
  readonly #limitBytes: number;
  #path: string | undefined;

  constructor(request: FastifyRequest, limitBytes: number) {
    this.#request = request;
    this.#limitBytes = limitBytes;
  }

  /**
   * Writes the request's file to the disk. Throws `upload_expected` where there is none, `upload_too_large` and
   * `upload_broken_off`.
   */
  async take(): Promise<UploadedFile> {
    if (!this.#request.isMultipart?.()) throw AppError.of('upload_expected');
    const path = join(tmpdir(), `parley-upload-${randomUUID()}.part`);
    this.#path = path;
    try {
      const part = await this.#request.file();
      if (part === undefined) throw AppError.of('upload_expected');
      const target = createWriteStream(path, { mode: 0o600 });
      await pipeline(part.file, target);
      if (part.file.truncated)
        throw AppError.of('upload_too_large', { limit: Math.round(this.#limitBytes / 1024 / 1024) });
      return { name: cleanName(part.filename), path, sizeBytes: target.bytesWritten };
    } catch (error) {
      throw error instanceof AppError ? error : AppError.of('upload_broken_off');
    }
  }

  async clear(): Promise<void> {
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }
}

/** The last part of a path, without control characters and characters that are none. */
function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return clean === '' ? 'file' : [...clean].slice(-200).join('');
}
