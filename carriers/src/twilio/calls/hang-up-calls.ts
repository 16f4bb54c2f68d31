import type { TwilioAccount } from '../account/twilio-account.ts';
import type { Schedule } from '../schedule.ts';
import { TwilioError } from '../twilio-error.ts';

/** Waits before a call that could not be ended is ended again: it costs money while it stands. */
const waitsMs = [2_000, 5_000, 15_000, 60_000] as const;

/**
 * Ends calls at Twilio and does not leave off until it is done, or is of no use. A call whose stream is closed would end
 * by itself as well: Twilio asks what to do and hears that it is over.
 */
export class CallEnder {
  readonly #schedule: Schedule;
  readonly #log: (sentence: string, fields: Record<string, unknown>) => void;
  readonly #pending = new Set<string>();
  readonly #idle: (() => void)[] = [];

  constructor(schedule: Schedule, log: (sentence: string, fields: Record<string, unknown>) => void) {
    this.#schedule = schedule;
    this.#log = log;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** `isAnswered`: one that rings is canceled first, so that it does not count as a call that was answered. */
  finish(account: TwilioAccount, callSid: string, isAnswered: boolean): void {
    if (this.#pending.has(callSid)) return;
    this.#pending.add(callSid);
    void this.#try(account, { callSid, isAnswered, tries: 0 });
  }

  /** Resolves when nothing is left to be ended, or nothing that could be at once. */
  whenIdle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  async #try(
    account: TwilioAccount,
    call: { callSid: string; isAnswered: boolean; tries: number },
  ): Promise<void> {
    const { callSid, isAnswered, tries } = call;
    try {
      const status = isAnswered ? 'completed' : await set(account, callSid, 'canceled');
      // It was answered meanwhile, or is just being: then it takes the other word.
      if (isAnswered || !/^(canceled|completed|busy|failed|no-answer)$/.test(status))
        await set(account, callSid, 'completed');
      this.#done(callSid);
    } catch (error) {
      const waitMs = waitsMs[tries];
      const isGone = error instanceof TwilioError && (error.kind === 'not_found' || error.kind === 'refused');
      if (isGone || waitMs === undefined) {
        if (!isGone) this.#log('A call could not be ended at its network.', { error: String(error) });
        this.#done(callSid);
        return;
      }
      this.#schedule(() => void this.#try(account, { callSid, isAnswered, tries: tries + 1 }), waitMs);
    }
  }

  #done(callSid: string): void {
    this.#pending.delete(callSid);
    if (this.#pending.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** Twilio's answer is the call as it is then. A call that is over cannot be changed (error 21220). */
async function set(account: TwilioAccount, callSid: string, status: string): Promise<string> {
  const answer = await account.api.send(
    {
      method: 'POST',
      path: account.api.accountPath(`Calls/${callSid}.json`),
      form: { Status: status },
      isRepeatable: true,
    },
    new AbortController().signal,
  );
  return String((answer as { status?: unknown } | undefined)?.status ?? '');
}
