import type { CarrierEnvironment } from '@parley/carriers/carrier';
import type { EndReason } from '@parley/contract/end-reasons';
import type { PriorTurn } from '@parley/engine/agent/conversation';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import type { AgentSettings, CallParties, CallPolicy } from '@parley/engine/interfaces/call-settings';
import type { OutsideToolRun } from '@parley/engine/interfaces/outside-tools';
import type { OfferedTools } from '@parley/engine/tools/tools-for-agent';

/** A provider as plain data: the call thread opens it by its id. */
export type ProviderChoice = { vendor: string; settings: Record<string, unknown> };

/** The providers of a call. `speechToText` null: nobody listens, the call goes on by touch-tone. */
export type ProviderChoices = {
  speechToText: ProviderChoice | null;
  textToSpeech: ProviderChoice;
  languageModel: ProviderChoice;
};

/** All a call thread needs to run a call on a reserved leg. */
export type StartCall = {
  callId: string;
  carrierId: string;
  legId: string;
  agent: AgentSettings;
  parties: CallParties;
  policy: CallPolicy;
  /** What was said before, where the call goes on from another one. */
  prior?: readonly PriorTurn[];
  providers: ProviderChoices;
  /** What the agent may do in the call. */
  tools: OfferedTools;
  /** Whether there is anything to look up. */
  hasKnowledge: boolean;
  /** Local WAV file that grows while the call runs; null: not recorded. */
  recordingPath: string | null;
};

/** What a call asks of the main thread: to run a function, to look something up. */
export type OutsideQuestion = { kind: 'tool'; run: OutsideToolRun } | { kind: 'knowledge'; text: string };

/** What the other side of a call is to do while its agent stands aside. Legs are in the thread of their call. */
export type HandoverOrder =
  /** The customer waits; whoever was briefed or joined is parted. */
  | { do: 'hold' }
  /** The person on this leg is told what the call is about, and asked; who takes it is joined. */
  | { do: 'brief'; carrierId: string; legId: string; fromNumber: string; toNumber: string; text: string }
  | { do: 'join'; carrierId: string; legId: string };

/** What a call thread is started with. */
export type CallThreadData = { environment: CarrierEnvironment };

export type ToThread =
  | { type: 'reserve' | 'update'; requestId: number; carrierId: string; legId: string; value: unknown }
  | { type: 'release'; carrierId: string; legId: string }
  /** The line rings: what takes time may be done already. */
  | { type: 'prepare'; call: StartCall }
  | { type: 'start'; call: StartCall }
  | { type: 'end'; callId: string; endReason: EndReason }
  | { type: 'handover'; callId: string; order: HandoverOrder }
  /** The answer to an `ask`, or why there is none. */
  | { type: 'answer'; askId: number; answer: { value: unknown } | { error: string } }
  | { type: 'close' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'reply'; requestId: number; value: unknown }
  | { type: 'refusal'; requestId: number; error: string }
  | { type: 'signal'; carrierId: string; legId: string; signal: unknown }
  | { type: 'event'; callId: string; event: CallEvent }
  /** How the briefing on a leg ended. */
  | { type: 'briefed'; callId: string; legId: string; end: BriefingEnd }
  | { type: 'ask'; askId: number; callId: string; question: OutsideQuestion }
  /** The answer to an `ask` is not wanted any more. */
  | { type: 'take-back'; askId: number }
  /** The thread's own health, once a second: how late its ticks were. */
  | { type: 'health'; liveCalls: number; tickLateMsMax: number };
