import { levelDbfs } from '@parley/engine/audio/frames';
import { frameMs } from '@parley/engine/interfaces/clock';

/** Louder than this is the agent talking: line noise lies at -60 dBFS, quiet speech at -40. */
const speechDbfs = -48;
/** Pauses inside a sentence are shorter than this: after it the agent has finished. */
const pauseMs = 640;

/** What a simulated person hears of the agent: is it talking, and for how long. Counted in frames. */
export class Listening {
  /** The agent has said something since the person's last act. */
  hasHeard = false;
  #quietMs = pauseMs;
  #talkMs = 0;

  hear(frame: Int16Array | null): void {
    if (frame !== null && levelDbfs(frame) > speechDbfs) {
      this.hasHeard = true;
      this.#quietMs = 0;
      this.#talkMs += frameMs;
      return;
    }
    this.#quietMs += frameMs;
    if (this.#quietMs >= pauseMs) this.#talkMs = 0;
    else if (this.#talkMs > 0) this.#talkMs += frameMs;
  }

  get isAgentTalking(): boolean {
    return this.#quietMs < pauseMs;
  }

  /** How long the agent has been talking without a real pause. */
  get talkMs(): number {
    return this.#talkMs;
  }

  get quietMs(): number {
    return this.#quietMs;
  }

  /** The person acts: from here on it waits for the agent's answer. */
  startTurn(): void {
    this.hasHeard = false;
  }
}
