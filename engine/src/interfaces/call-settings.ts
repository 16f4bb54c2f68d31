import { sentencesFor } from './spoken-sentences.ts';

/** What an agent is, for the length of one call: the version the call began with. */
export type AgentSettings = {
  name: string;
  prompt: string;
  /** `play`: greet first with the text. `silent`: wait for the customer. */
  welcome: { mode: 'play' | 'silent'; text: string };
  voice: string;
  /** BCP 47, such as `en-US`. */
  language: string;
  /** Merge fields: what is known of this customer. */
  knownFields: Readonly<Record<string, string>>;
  missingFields: readonly { name: string; description: string }[];
};

/** Who is on the line. Numbers in E.164. */
export type CallParties = { direction: 'inbound' | 'outbound'; fromNumber: string; toNumber: string };

/**
 * How a call behaves. All times in ms of media time (20 ms per tick), all anchored where named.
 */
export type CallPolicy = {
  /** Silence after the last voiced frame that ends the customer's turn, where the words tell nothing. */
  endpointingMs: number;
  /** The same when the words are clearly over: a whole question, a yes, a goodbye. */
  finishedEndpointingMs: number;
  /** The same when the words sound unfinished ("and then", a number being dictated). */
  unfinishedEndpointingMs: number;
  /** Speech this long while the agent speaks pauses the agent. */
  bargeInMs: number;
  /** After the pause: resumes when no words came within this time of the end of the noise. */
  resumeAfterMs: number;
  /** Silence of both sides before the agent asks again. */
  repromptAfterMs: number;
  /** Reprompts before the polite end. */
  repromptLimit: number;
  maxDurationMs: number;
  /** A language model or synthesiser that gives nothing for this long has failed. */
  providerIdleMs: number;
  /** Pause after the last digit that ends a digit entry; `#` ends it at once. */
  digitEntryMs: number;
  /** Spoken when a provider failed and the call cannot go on. */
  apology: string;
  reprompt: string;
  farewellAfterSilence: string;
  farewellAtMaxDuration: string;
  /** Said once when nobody can hear words on this line. */
  touchToneNotice: string;
};

/** The words of a policy in the language of the agent (BCP 47), in English where the language has none. */
export function policySentences(language: string) {
  const { apology, reprompt, farewellAfterSilence, farewellAtMaxDuration, touchToneNotice } =
    sentencesFor(language);
  return { apology, reprompt, farewellAfterSilence, farewellAtMaxDuration, touchToneNotice };
}

export const defaultCallPolicy: CallPolicy = {
  endpointingMs: 500,
  finishedEndpointingMs: 320,
  unfinishedEndpointingMs: 1400,
  bargeInMs: 80,
  resumeAfterMs: 700,
  repromptAfterMs: 8_000,
  repromptLimit: 2,
  maxDurationMs: 30 * 60_000,
  providerIdleMs: 6_000,
  digitEntryMs: 2_000,
  ...policySentences('en'),
};
