import { AppError } from '@parley/contract/errors';
import type { CsvSummary } from './read-csv.ts';

/**
 * Columns and rows of a chosen file, read in a worker.
 * @throws AppError `csv_unreadable`
 */
export function readCsvFile(file: File, signal: AbortSignal): Promise<CsvSummary> {
  const { promise, resolve, reject } = Promise.withResolvers<CsvSummary>();
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  const fail = () => reject(AppError.of('csv_unreadable'));
  worker.onmessage = ({ data }: MessageEvent<CsvSummary | undefined>) => (data ? resolve(data) : fail());
  worker.onerror = fail;
  signal.addEventListener('abort', fail, { once: true });
  worker.postMessage(file);
  return promise.finally(() => worker.terminate());
}
