import type { TurnAction, TurnEvent, TurnRules, TurnState } from './turn-state.ts';
import type { Step } from './turn-steps.ts';
import { takeTurnStep } from './turns.ts';

/**
 * Holds the state of who speaks. Events are taken one at a time: an action may cause another event at once
 * (a recogniser that throws, an owner that ends the call on hearing of a turn), which waits until all
 * actions of the first are done. The state given to it is its own from then on.
 */
export class FloorKeeper {
  readonly #act: (action: TurnAction) => void;
  readonly #inbox: TurnEvent[] = [];
  /** Changed in place: a copy of state, actions and step per call and tick would be most of a call's garbage. */
  readonly #step: Step;
  #isTaking = false;

  constructor(options: { state: TurnState; rules: TurnRules; act: (action: TurnAction) => void }) {
    this.#step = { state: options.state, actions: [], rules: options.rules, atMs: 0 };
    this.#act = options.act;
  }

  get state(): Readonly<TurnState> {
    return this.#step.state;
  }

  /** The event is read until all it causes is done. */
  take(event: TurnEvent): void {
    if (this.#isTaking) {
      this.#inbox.push(event);
      return;
    }
    this.#isTaking = true;
    try {
      this.#takeOne(event);
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) this.#takeOne(next);
    } finally {
      this.#isTaking = false;
    }
  }

  #takeOne(event: TurnEvent): void {
    const step = this.#step;
    const { actions } = step;
    actions.length = 0;
    step.atMs = event.atMs;
    takeTurnStep(step, event);
    for (const action of actions) this.#act(action);
  }
}
