import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { failureMessage } from '../../api/failure-message.ts';
import { knowledgeKey, sendKnowledgeFile } from '../../api/knowledge.ts';
import { fileProblem } from './knowledge-words.ts';

/** A file on its way to the server, or one that did not get there. */
export type FileUpload = {
  key: string;
  baseId: string;
  name: string;
  /** 0 to 1. */
  share: number;
  /** Why it was not taken; null while it is on its way. */
  problem: string | null;
};

/** Uploads outlive the screen that began them: whoever comes back finds them where they are. */
export const useFileUploads = create<{ uploads: readonly FileUpload[] }>(() => ({ uploads: [] }));

/** Files live in the page that sends them: whoever leaves it while some are on their way is asked first. */
const askFirst = (event: Event): void => event.preventDefault();
useFileUploads.subscribe(({ uploads }) => {
  if (uploads.some(({ problem }) => problem === null))
    globalThis.addEventListener?.('beforeunload', askFirst);
  else globalThis.removeEventListener?.('beforeunload', askFirst);
});

let lastKey = 0;

/** Sends files one after the other; each is a row until the server has taken it. */
export async function sendFiles(cache: QueryClient, baseId: string, files: readonly File[]): Promise<void> {
  const added = files.map((file) => {
    lastKey += 1;
    const upload: FileUpload = {
      key: String(lastKey),
      baseId,
      name: file.name,
      share: 0,
      problem: fileProblem(file),
    };
    return { file, upload };
  });
  useFileUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...added.map(({ upload }) => upload)] }));
  for (const { file, upload } of added) {
    if (upload.problem !== null) continue;
    try {
      await sendKnowledgeFile({ baseId, file, onProgress: (share) => change(upload.key, { share }) });
      await cache.invalidateQueries({ queryKey: knowledgeKey });
      forgetUpload(upload.key);
    } catch (error) {
      change(upload.key, { problem: failureMessage(error, 'knowledge_file_not_sent') });
    }
  }
}

/** Takes the row of a file that was refused off the screen. */
export function forgetUpload(key: string): void {
  useFileUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }));
}

function change(key: string, part: Partial<FileUpload>): void {
  useFileUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)),
  }));
}
