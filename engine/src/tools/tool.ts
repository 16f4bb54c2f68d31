import type { EndReason } from '@parley/contract/end-reasons';
import type { ToolDescription } from '../interfaces/language-model.ts';

/** Arguments after they were checked against the tool's schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool may do to the call. */
export type ToolContext = {
  /** Names this run within the call: the same work is never asked for twice under it. */
  runId: string;
  /** Aborted when the reply is cut off or the tool takes too long. */
  signal: AbortSignal;
  /** Either side took leave in this exchange. */
  isGoodbyeSaid: boolean;
  /** Plays touch-tones to the customer's side. */
  sendDigits: (digits: string) => void;
};

export type ToolOutcome = {
  /** What the model is told. */
  result: string;
  /** What people read of it afterwards, without what only the model is to do; the result where there is none. */
  record?: string;
  /** The call ends now, with this reason. */
  endReason?: EndReason;
};

/**
 * Something the agent may do. A tool runs only for the reply that asked for it: once the customer has cut
 * in, nothing happens. An error that is thrown is told to the model in general words.
 */
export type Tool = ToolDescription & {
  /** Runs only when all that was said before it has been played: tools that end or change the line. */
  waitsForSpeech: boolean;
  /** After this long the model is told that there was no answer. */
  timeoutMs: number;
  /** Said before it runs, where the model has said nothing in the same breath. Empty: it runs in silence. */
  waitingWords?: string;
  /**
   * While it runs the agent stands aside: it neither speaks nor listens, and the customer hears the other side of the
   * call. Its waiting words are said before it begins.
   */
  stepsAside?: boolean;
  /** False: the model is not asked about the answer; the agent listens on. */
  speaksAfter?: boolean;
  run: (given: ToolArguments, context: ToolContext) => ToolOutcome | Promise<ToolOutcome>;
};
