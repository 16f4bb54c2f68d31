import type { EndReason } from '@parley/contract/end-reasons';
import type { ToolDescription } from './language-model.ts';

/** What a tool that runs outside the engine gave. */
export type OutsideToolResult = {
  /** What the model is told: plain words, and never a claim of success where none is known. */
  result: string;
  /** What people read of it afterwards, without what only the model is to do; the result where there is none. */
  record?: string;
  /** The call ends now, with this reason. */
  endReason?: EndReason;
};

/** How a call offers a tool whose work is done elsewhere (a webhook, a calendar, a transfer). Plain JSON. */
export type OutsideTool = ToolDescription & {
  /** Runs only when all that was said before it has been played: tools that change the line. */
  waitsForSpeech: boolean;
  /** After this long the model is told that there was no answer. */
  timeoutMs: number;
  /** Said while it runs, where the model said nothing itself; empty: nothing. */
  waitingWords: string;
  /** While it runs the agent stands aside: see `Tool`. */
  stepsAside?: boolean;
  /** False: the answer is kept in the conversation and the agent goes on listening. */
  speaksAfter: boolean;
};

/** One run of a tool. `runId` is the idempotency key: the same for every try of the same run. */
export type OutsideToolRun = { runId: string; name: string; arguments: Readonly<Record<string, unknown>> };

/** Does the work of outside tools. Rejects or answers late: the model is told that it failed. */
export interface OutsideTools {
  run(run: OutsideToolRun, signal: AbortSignal): Promise<OutsideToolResult>;
}
