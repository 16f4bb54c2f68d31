import { serveQuestions } from '../measuring/pinned-process.ts';
import { printVadTable } from '../vad-table.ts';

/** Measures the voice activity detector away from everything else. */
serveQuestions({ print: () => printVadTable() });
