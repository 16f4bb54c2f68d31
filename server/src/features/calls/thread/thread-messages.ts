import type { CarrierEnvironment } from '@parley/carriers/carrier';
import type { EndReason } from '@parley/contract/end-reasons';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import type { AgentSettings, CallParties, CallPolicy } from '@parley/engine/interfaces/call-settings';

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
  providers: ProviderChoices;
  /** Local WAV file that grows while the call runs; null: not recorded. */
  recordingPath: string | null;
};

/** What a call thread is started with. */
export type CallThreadData = { environment: CarrierEnvironment };

export type ToThread =
  | { type: 'reserve' | 'update'; requestId: number; carrierId: string; legId: string; value: unknown }
  | { type: 'release'; carrierId: string; legId: string }
  /** The line rings: what takes time may be done already. */
  | { type: 'prepare'; call: StartCall }
  | { type: 'start'; call: StartCall }
  | { type: 'end'; callId: string; endReason: EndReason }
  | { type: 'close' };

export type FromThread =
  | { type: 'ready' }
  | { type: 'reply'; requestId: number; value: unknown }
  | { type: 'refusal'; requestId: number; error: string }
  | { type: 'signal'; carrierId: string; legId: string; signal: unknown }
  | { type: 'event'; callId: string; event: CallEvent }
  /** The thread's own health, once a second: how late its ticks were. */
  | { type: 'health'; liveCalls: number; tickLateMsMax: number };
