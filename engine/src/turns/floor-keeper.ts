import type { TurnAction, TurnEvent, TurnRules, TurnState } from './turn-state.ts';
import { decideTurn } from './turns.ts';

/**
 * Holds the state of who speaks. Events are taken one at a time: an action may cause another event at once
 * (a recogniser that throws, an owner that ends the call on hearing of a turn), which waits until all
 * actions of the first are done.
 */
export class FloorKeeper {
  readonly #rules: TurnRules;
  readonly #act: (action: TurnAction) => void;
  readonly #inbox: TurnEvent[] = [];
  #state: TurnState;
  #isTaking = false;

  constructor(options: { state: TurnState; rules: TurnRules; act: (action: TurnAction) => void }) {
    this.#state = options.state;
    this.#rules = options.rules;
    this.#act = options.act;
  }

  get state(): Readonly<TurnState> {
    return this.#state;
  }

  take(event: TurnEvent): void {
    this.#inbox.push(event);
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
        const { state, actions } = decideTurn(this.#state, next, this.#rules);
        this.#state = state;
        for (const action of actions) this.#act(action);
      }
    } finally {
      this.#isTaking = false;
    }
  }
}
