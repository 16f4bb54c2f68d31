import type { TwilioCall } from './twilio-call.ts';

/** Calls that are over and remembered: a webhook may come late, or twice. */
const rememberedLimit = 5_000;

/** The calls of this process, by what Twilio names them with. */
export class CallTable {
  readonly #byLeg = new Map<string, TwilioCall>();
  /** The oldest are forgotten first. */
  readonly #over = new Set<string>();

  get size(): number {
    return this.#byLeg.size;
  }

  add(call: TwilioCall): void {
    this.#byLeg.set(call.leg.id, call);
  }

  /** It is over; from now on only `wasHere` knows it. */
  end(call: TwilioCall): void {
    this.#byLeg.delete(call.leg.id);
    this.remember(call.leg.id);
    if (call.callSid !== undefined) this.remember(call.callSid);
  }

  /** A name that means nothing any more, such as that of a call that was refused. */
  remember(name: string): void {
    this.#over.add(name);
    for (const oldest of this.#over) {
      if (this.#over.size <= rememberedLimit) break;
      this.#over.delete(oldest);
    }
  }

  wasHere(name: string): boolean {
    return this.#over.has(name);
  }

  find(legId: string): TwilioCall | undefined {
    return this.#byLeg.get(legId);
  }

  findBySid(callSid: string): TwilioCall | undefined {
    for (const call of this.#byLeg.values()) if (call.callSid === callSid) return call;
    return undefined;
  }

  list(): TwilioCall[] {
    return [...this.#byLeg.values()];
  }
}
