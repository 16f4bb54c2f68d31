/** Who wants the engine: a connection with a statement to run, or the engine's own housekeeping. */
export interface EngineUser {
  /** Runs one batch. `keeps` while a transaction is open or an answer is unfinished. */
  takeTurn(): 'keeps' | 'frees';
}

/**
 * Hands the one engine to one user at a time, first come first served. A user in a transaction keeps it
 * until that ends, so transactions of different connections never mix.
 */
export class EngineTurns {
  #owner: EngineUser | undefined;
  #doesOwnerAsk = false;
  #isBusy = false;
  /** Each user stands here once at most; connections are counted, so the queue is bounded. */
  #waiting: EngineUser[] = [];

  ask(user: EngineUser): void {
    if (this.#owner === user) this.#doesOwnerAsk = true;
    else if (!this.#waiting.includes(user)) this.#waiting.push(user);
    if (!this.#isBusy) this.#runNext();
  }

  owns(user: EngineUser): boolean {
    return this.#owner === user;
  }

  /** Gives up a place in the queue, and the engine where the user has it. */
  leave(user: EngineUser): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== user);
    if (this.#owner !== user) return;
    this.#owner = undefined;
    this.#doesOwnerAsk = false;
    if (!this.#isBusy) this.#runNext();
  }

  #runNext(): void {
    let user: EngineUser | undefined;
    if (this.#owner === undefined) user = this.#waiting.shift();
    else if (this.#doesOwnerAsk) user = this.#owner;
    if (user === undefined) return;
    this.#doesOwnerAsk = false;
    this.#isBusy = true;
    this.#owner = user;
    if (user.takeTurn() === 'frees' && this.#owner === user) this.#owner = undefined;
    // Between two turns sockets are read and written.
    setImmediate(() => {
      this.#isBusy = false;
      this.#runNext();
    });
  }
}
