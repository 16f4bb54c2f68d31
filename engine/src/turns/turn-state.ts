import type { CallNote, CallTurn } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import type { CallPolicy } from '../interfaces/call-settings.ts';
import type { CustomerTurn } from './customer-turn.ts';
import type { DigitEntry } from './digits.ts';

/** Who has the floor. */
export type Floor =
  /** Nobody: the customer may begin; silence counts. */
  | 'open'
  /** The customer speaks or presses keys, or it is not yet decided that they are done. */
  | 'customer'
  /** The agent: a reply is being made and nothing of it was heard yet. */
  | 'replying'
  /** The agent: its reply is heard. */
  | 'speaking'
  /** The agent has fallen silent because the customer made a sound; words will tell whether they want the floor. */
  | 'undecided'
  /** The far end put us on hold. */
  | 'held'
  /** Somebody else: the agent has stepped aside, and the customer hears hold music or the person they are handed to. */
  | 'aside'
  /** The agent's last words, which cannot be interrupted, and the moment after them. */
  | 'closing'
  /** The call is over. */
  | 'ended';

/** Whether the customer's words can be understood: unproven until a far end without ears has told its words. */
export type Ears = 'open' | 'unproven' | 'closed';

/** A reply of the agent, from the moment it is asked for until it was played or cut off. */
export type Reply = {
  generation: number;
  isAudible: boolean;
  /** The call ends with this reason when the reply has been played. */
  endReason: EndReason | null;
  isApology: boolean;
};

export type TurnState = {
  floor: Floor;
  ears: Ears;
  /** What the customer has said and was not answered yet. */
  turn: CustomerTurn | null;
  /** The utterance that is open at the recogniser. */
  utterance: { id: number; startMs: number } | null;
  utteranceCount: number;
  /** Since when the agent holds its breath for a sound of which it is not known yet whether it is speech. */
  onsetMs: number | null;
  /** How often in a row that was for nothing, and until when sounds are ignored because of it. */
  falseOnsets: number;
  onsetsFromMs: number;
  /** End of the last voiced frame: the anchor of every decision about the customer's pauses. */
  lastVoicedMs: number;
  /** Keys being pressed. */
  digits: DigitEntry | null;
  reply: Reply | null;
  /** Grows by one with each reply. */
  generation: number;
  /** A backchannel spoken over the agent: the answer, should the agent's question end right after it. */
  overlap: { turn: CustomerTurn; endMs: number } | null;
  /** When a side was last understood, a key pressed, or a hold ended: silence and dead air count from here. */
  quietSinceMs: number;
  reprompts: number;
  customerTurns: number;
  /** A call assistant answered for a person, who has not come to the phone yet. */
  isScreened: boolean;
  introductions: number;
  isNoticeSaid: boolean;
  hasCustomerSaidGoodbye: boolean;
  /** Both sides took leave. */
  isGoodbyeSaid: boolean;
  /** The line is to be closed with this reason at this time. */
  hangUp: { endReason: EndReason; atMs: number } | null;
};

/** What happened. `atMs` is media time since the answer. */
export type TurnEvent =
  | { type: 'answered'; atMs: number }
  /** 20 ms have passed: what the voice activity detector said of them, and which reply was heard in the last. */
  | {
      type: 'frame';
      atMs: number;
      isVoiced: boolean;
      isSpeech: boolean;
      speechStartedMsAgo: number | null;
      /** A sound of any kind: how long ago it began, and how much of it was loud. */
      soundMs: number;
      loudMs: number;
      heardGeneration: number | null;
      /** The agent is silent because a tool works for it, within a time limit of its own. */
      isToolRunning?: boolean;
    }
  /** `agentText`: what was heard of the agent's last reply by now. */
  | {
      type: 'transcript';
      atMs: number;
      utteranceId: number;
      text: string;
      isFinal: boolean;
      agentText: string;
    }
  /** The recogniser failed on an utterance, or on all that are open: what was said is lost. */
  | { type: 'words.lost'; atMs: number }
  | { type: 'ears'; atMs: number; ears: Ears }
  | { type: 'digit'; atMs: number; digit: string }
  | { type: 'typed'; atMs: number; text: string }
  | { type: 'held'; atMs: number }
  | { type: 'resumed'; atMs: number }
  /** Everything of the reply was played. */
  | { type: 'reply.played'; atMs: number; generation: number; text: string }
  | { type: 'reply.failed'; atMs: number; generation: number }
  /** A tool of the reply takes the line: the agent neither speaks nor listens until it is given back. */
  | { type: 'aside.begins'; atMs: number }
  | { type: 'aside.ends'; atMs: number }
  /** A tool of the reply ends the call, after all that was said has been played. */
  | { type: 'reply.ends_call'; atMs: number; generation: number; endReason: EndReason }
  /** The world ends the call. */
  | { type: 'end'; atMs: number; endReason: EndReason };

/** Something the engine says by itself. */
export type Line =
  | 'greeting'
  | 'reprompt'
  | 'farewell_after_silence'
  | 'farewell_at_max_duration'
  | 'touch_tone_notice'
  | 'apology';

/** What is to be done, in this order. */
export type TurnAction =
  | { do: 'start_utterance'; utteranceId: number; preRollMs: number }
  | { do: 'end_utterance'; utteranceId: number }
  /** The agent falls silent at once; nothing is lost. */
  | { do: 'pause_agent' }
  | { do: 'resume_agent' }
  /** The reply is over: cut off where it is, or heard to its end. What was heard goes into the transcript. */
  | { do: 'close_reply'; generation: number; wasInterrupted: boolean }
  | { do: 'commit_customer'; text: string; by: CallTurn['by']; startMs: number; endMs: number }
  /** The language model is to answer. */
  | { do: 'reply'; generation: number; by: CallTurn['by'] }
  | { do: 'say'; generation: number; line: Line }
  | { do: 'step_aside' }
  | { do: 'come_back' }
  | { do: 'note'; kind: CallNote['kind']; text: string }
  | { do: 'end'; endReason: EndReason };

/** What the rules depend on besides state and event; the same for the whole call. */
export type TurnRules = {
  policy: CallPolicy;
  /** How long the recogniser may take for a final text, from the end of speech. */
  finalWaitMs: number;
  /** The agent greets first. */
  isGreeting: boolean;
  /** We placed the call: somebody's call assistant may answer it. */
  isOutbound: boolean;
};

/** A call that has not been answered yet. */
export function newTurnState(ears: Ears): TurnState {
  return {
    floor: 'open',
    ears,
    turn: null,
    utterance: null,
    utteranceCount: 0,
    onsetMs: null,
    falseOnsets: 0,
    onsetsFromMs: 0,
    lastVoicedMs: 0,
    digits: null,
    reply: null,
    generation: 0,
    overlap: null,
    quietSinceMs: 0,
    reprompts: 0,
    customerTurns: 0,
    isScreened: false,
    introductions: 0,
    isNoticeSaid: false,
    hasCustomerSaidGoodbye: false,
    isGoodbyeSaid: false,
    hangUp: null,
  };
}

/** The event of a frame, to be filled anew with each. */
export function newFrameEvent(): Extract<TurnEvent, { type: 'frame' }> {
  return {
    type: 'frame',
    atMs: 0,
    isVoiced: false,
    isSpeech: false,
    speechStartedMsAgo: null,
    soundMs: 0,
    loudMs: 0,
    heardGeneration: null,
    isToolRunning: false,
  };
}
