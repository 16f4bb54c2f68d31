import { readCsv } from './read-csv.ts';

/** Reads the file it is sent in a thread of its own, so that the page stays quick, and answers what stands in it. */
self.onmessage = async ({ data }: MessageEvent<File>): Promise<void> => {
  const bytes = new Uint8Array(await data.arrayBuffer());
  self.postMessage(readCsv(bytes));
};
