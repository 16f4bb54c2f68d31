import type { PriorTurn } from '../agent/conversation.ts';
import type { CallEvent } from '../interfaces/call-events.ts';
import type { CallProviders } from '../interfaces/call-providers.ts';
import type { AgentSettings, CallParties, CallPolicy } from '../interfaces/call-settings.ts';
import type { Clock } from '../interfaces/clock.ts';
import type { Knowledge } from '../interfaces/knowledge.ts';
import type { MediaStream } from '../interfaces/media-stream.ts';
import type { OtherSide } from '../interfaces/other-side.ts';
import type { Recorder } from '../interfaces/recorder.ts';
import type { Tool } from '../tools/tool.ts';
import type { Vad } from '../vad/vad.ts';

/** All a live call needs of the world. */
export type LiveCallOptions = {
  agent: AgentSettings;
  parties: CallParties;
  policy: CallPolicy;
  providers: CallProviders;
  media: MediaStream;
  /** Null: this call is not recorded. */
  recorder: Recorder | null;
  clock: Clock;
  onEvent: (event: CallEvent) => void;
  /** What the agent may do; all tools of `tools/index.ts` unless told. */
  tools?: readonly Tool[];
  /** What the agent can look things up in; nothing unless told. */
  knowledge?: Knowledge | null;
  /** What was said before, where the call goes on from another one: nobody greets again. */
  prior?: readonly PriorTurn[];
  /** Whom the customer hears while the agent stands aside; nobody unless told. */
  otherSide?: OtherSide | null;
  /** Who says what is speech; the engine's own detector unless told. */
  vad?: Vad;
};
