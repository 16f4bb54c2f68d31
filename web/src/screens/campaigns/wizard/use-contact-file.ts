import { errorSentence } from '@parley/contract/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadContactFile } from '../../../api/campaigns.ts';
import { failureMessage } from '../../../api/failure-message.ts';
import { checkCsvFiles } from './check-csv-file.ts';
import type { CsvSummary } from './read-csv.ts';
import { readCsvFile } from './read-csv-file.ts';

/** The chosen file: read here for its columns, and sent to the server at the same time. */
export type ContactFile = {
  file: File;
  /** Undefined while it is read. */
  summary: CsvSummary | undefined;
  /** Part that was sent, from 0 to 1. */
  sent: number;
  /** Resolves with the address of the stored file; rejects with the AppError. */
  stored: Promise<string>;
  uploadProblem: string | undefined;
};

export type ContactFileState = {
  chosen: ContactFile | undefined;
  /** Why the last choice was refused. */
  problem: string | undefined;
  choose: (files: readonly File[]) => void;
  /** Sends the file again after it failed. */
  resend: () => void;
  clear: () => void;
};

/** Holds the one file of the wizard (WIZ-2). `onRead` hears of its columns. */
export function useContactFile(onRead: (summary: CsvSummary) => void): ContactFileState {
  const [chosen, setChosen] = useState<ContactFile>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const told = useRef(onRead);
  told.current = onRead;
  useEffect(() => () => running.current?.abort(), []);

  const clear = useCallback(() => {
    running.current?.abort();
    setChosen(undefined);
    setProblem(undefined);
  }, []);

  const send = (file: File, signal: AbortSignal): Promise<string> => {
    const change = (part: Partial<ContactFile>) => {
      if (!signal.aborted) setChosen((known) => (known?.file === file ? { ...known, ...part } : known));
    };
    const stored = uploadContactFile(file, { signal, onProgress: (sent) => change({ sent }) });
    stored.catch((error) => change({ uploadProblem: failureMessage(error, 'contact_file_not_uploaded') }));
    return stored;
  };

  const choose = (files: readonly File[]) => {
    clear();
    const refusal = checkCsvFiles(files);
    const file = files[0];
    if (refusal !== undefined || file === undefined) return setProblem(refusal);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const refuse = (words: string) => {
      if (signal.aborted) return;
      clear();
      setProblem(words);
    };
    void readCsvFile(file, signal).then(
      (summary) => {
        if (signal.aborted) return;
        if (summary.rows === 0) return refuse('The file has a heading, but no contacts below it.');
        setChosen((known) => known && { ...known, summary });
        told.current(summary);
      },
      () => refuse(errorSentence('csv_unreadable')),
    );
    setChosen({ file, summary: undefined, sent: 0, stored: send(file, signal), uploadProblem: undefined });
  };

  const resend = () => {
    const signal = running.current?.signal;
    if (chosen === undefined || signal === undefined) return;
    setChosen({ ...chosen, sent: 0, uploadProblem: undefined, stored: send(chosen.file, signal) });
  };

  return { chosen, problem, choose, resend, clear };
}
