import { defaultCallPolicy } from '../interfaces/call-settings.ts';
import {
  newTurnState,
  type TurnAction,
  type TurnEvent,
  type TurnRules,
  type TurnState,
} from '../turns/turn-state.ts';
import { decideTurn } from '../turns/turns.ts';

const rules: TurnRules = { policy: defaultCallPolicy, finalWaitMs: 900, isGreeting: true, isOutbound: false };

/** Plays events by hand; frames of silence or speech pass the time in between. */
export class TurnPlay {
  state: TurnState;
  actions: TurnAction[] = [];
  atMs = 0;
  readonly rules: TurnRules;
  constructor(options: { rules?: Partial<TurnRules>; ears?: TurnState['ears'] } = {}) {
    this.rules = { ...rules, ...options.rules };
    this.state = newTurnState(options.ears ?? 'open');
    this.take({ type: 'answered' });
  }

  take(event: DistributiveOmit<TurnEvent, 'atMs'>): TurnAction[] {
    const { state, actions } = decideTurn(this.state, { ...event, atMs: this.atMs } as TurnEvent, this.rules);
    this.state = state;
    this.actions.push(...actions);
    return [...actions];
  }

  /** Frames for this long: what the customer does, and which reply sounds. */
  pass(ms: number, options: { isSpeech?: boolean; isHeard?: boolean; isLoud?: boolean } = {}): this {
    const { isSpeech = false, isLoud = false } = options;
    let soundMs = 0;
    for (const endMs = this.atMs + ms; this.atMs < endMs; ) {
      this.atMs += 20;
      const isNew = isSpeech && !this.state.utterance;
      if (isLoud) soundMs += 20;
      const heardGeneration = options.isHeard ? (this.state.reply?.generation ?? null) : null;
      this.take({
        type: 'frame',
        isVoiced: isSpeech,
        isSpeech,
        speechStartedMsAgo: isNew ? 20 : null,
        heardGeneration,
        soundMs,
        loudMs: soundMs,
      });
    }
    return this;
  }

  text(text: string, isFinal = true, agentText = ''): this {
    this.take({ type: 'transcript', utteranceId: this.state.utteranceCount, text, isFinal, agentText });
    return this;
  }

  played(text = 'Hello.'): this {
    this.take({ type: 'reply.played', generation: this.state.generation, text });
    return this;
  }

  /** What was decided since this was last asked, in words. */
  takeActions(): string[] {
    return this.actions.splice(0).map((action) => {
      if (action.do === 'say') return `say ${action.line}`;
      if (action.do === 'end') return `end ${action.endReason}`;
      if (action.do === 'commit_customer') return `customer ${action.by}: ${action.text}`;
      if (action.do === 'close_reply') return action.wasInterrupted ? 'cut' : 'heard out';
      return action.do;
    });
  }
}
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** A call whose greeting has just ended. */
export function greeted(options: ConstructorParameters<typeof TurnPlay>[0] = {}): TurnPlay {
  const play = new TurnPlay(options);
  play.pass(1000, { isHeard: true }).played();
  play.takeActions();
  return play;
}

/** A call whose agent is heard answering a question. */
export function speaking(): TurnPlay {
  const play = greeted();
  play.pass(400, { isSpeech: true }).pass(100).text('How much is it?').pass(500).pass(100, { isHeard: true });
  play.takeActions();
  return play;
}
