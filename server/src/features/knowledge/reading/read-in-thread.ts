import { Worker } from 'node:worker_threads';
import { ReadingError, type ReadText } from './reading-error.ts';
import type { ReadingOutcome, ReadingTask } from './reading-worker.ts';

/** A document of the largest size takes a few seconds; one that takes this long was made to. */
const readingMaxMs = 60_000;
const memoryMb = 512;
/** What a document may unpack to outside the memory that a thread's own limit holds. */
const unpackedBytesLimit = 1_500_000_000;
const watchMs = 200;

/** Takes the words out of a document in a thread of its own, within limits of time and memory. Throws ReadingError. */
export async function readInThread(task: ReadingTask, limitMs = readingMaxMs): Promise<ReadText> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: task,
    name: 'knowledge-reading',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Readers warn about every flaw of a document.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  const before = process.memoryUsage.rss();
  try {
    const outcome = await new Promise<ReadingOutcome>((resolve) => {
      const fail = (problem: string) => resolve({ problem });
      timer = setTimeout(() => fail('Reading this document took too long.'), limitMs);
      worker.once('message', resolve);
      const failMemory = () => fail('This document needs more memory than there is to read it.');
      watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > unpackedBytesLimit) failMemory();
      }, watchMs);
      worker.once('error', failMemory);
      worker.once('exit', () => fail('This document cannot be read.'));
    });
    if ('problem' in outcome) throw new ReadingError(outcome.problem);
    return outcome.read;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}
