import { parentPort, workerData } from 'node:worker_threads';
import type { KnowledgeFileType } from '@parley/contract/knowledge-rules';
import { readFile } from './read-file.ts';
import { ReadingError, type ReadText } from './reading-error.ts';

/** What the thread is started with: a file, or a page that was fetched. */
export type ReadingTask = { type: KnowledgeFileType; bytes: Uint8Array };
export type ReadingOutcome = { read: ReadText } | { problem: string };

/** The thread that takes the words out of one document and ends: what blocks or breaks in it troubles no call. */
if (parentPort !== null) {
  const { type, bytes } = workerData as ReadingTask;
  const outcome = await readFile(type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    (read): ReadingOutcome => ({ read }),
    (error: unknown): ReadingOutcome => ({
      problem: error instanceof ReadingError ? error.message : 'This document cannot be read.',
    }),
  );
  parentPort.postMessage(outcome);
}
