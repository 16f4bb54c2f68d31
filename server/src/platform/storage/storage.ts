import type { Readable } from 'node:stream';

/** Files by key, such as `recordings/<call id>.wav`. Keys hold letters, digits, `/`, `-`, `_` and `.` only. */
export interface Storage {
  /** Takes over a finished local file: it is moved or uploaded, then gone from `path`. */
  putFile(key: string, path: string, contentType: string): Promise<void>;
  /** Bytes `start` to `end` inclusive, or all. Rejects when there is no such file. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Undefined when there is no such file. */
  findSizeBytes(key: string): Promise<number | undefined>;
  remove(key: string): Promise<void>;
  isReady(): Promise<boolean>;
}
