import type { EndReason } from '@parley/contract/end-reasons';
import type { ReferEnd } from '../../carrier.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import type { Dialog } from './dialog.ts';
import { endReasonOfFailure } from './end-reason-of.ts';

/** Values of Refer-To (RFC 3515 section 2.1) and Referred-By (RFC 3892 section 3). */
export type ReferAddresses = { referTo: string; referredBy: string };

export type ReferralOptions = { dialog: Dialog; scheduler: Scheduler; addresses: ReferAddresses };

/** How soon a network that has accepted must say so again: the first NOTIFY comes at once (RFC 3515 section 2.4.4). */
const firstNoticeMs = 8_000;
/** How long the person's phone may ring. */
const answerMs = 45_000;
/** What is waited for when the network says that it will say no more, without having said how it ended. */
const lastNoticeMs = 4_000;

/** One REFER: the far end is asked to call somebody else, and tells by NOTIFY how that went (RFC 3515). */
export class Referral {
  readonly #options: ReferralOptions;
  readonly #timers: TimerSet;
  readonly #end = Promise.withResolvers<ReferEnd>();
  #isAccepted = false;
  #isOver = false;
  /** The newest status that was told of the call to the person. */
  #status = 0;

  constructor(options: ReferralOptions) {
    this.#options = options;
    this.#timers = new TimerSet(options.scheduler);
  }

  /** Whether the far end has taken it on and has not said more than that it tries: its BYE then means that it is done. */
  get isLeftToThem(): boolean {
    return this.#isAccepted && !this.#isOver && this.#status <= 100;
  }

  /** Sends the REFER and waits for the end of it. */
  async run(): Promise<ReferEnd> {
    const { dialog, addresses } = this.#options;
    const { response } = await dialog.request('REFER', {
      headers: {
        contact: dialog.contact,
        'refer-to': addresses.referTo,
        'referred-by': addresses.referredBy,
      },
    });
    if (!response) this.#finish({ type: 'refused', detail: 'REFER was not answered.' });
    else if (response.status >= 300)
      this.#finish({ type: 'refused', detail: `REFER: SIP ${response.status}` });
    else if (!this.#isOver) {
      this.#isAccepted = true;
      if (this.#status === 0) this.#wait(firstNoticeMs, { type: 'refused', detail: 'No NOTIFY came.' });
    }
    return await this.#end.promise;
  }

  /** News of the call to the person: the first line of its last response, as `message/sipfrag` (RFC 3420). */
  takeNotify(transaction: ServerTransaction): void {
    const { headers, body } = transaction.request;
    if (!/^refer\b/i.test(headers.find('event') ?? '')) {
      transaction.reply(489, { headers: { 'allow-events': 'refer' } });
      return;
    }
    transaction.reply(200);
    if (this.#isOver) return;
    this.#isAccepted = true;
    const status = Number(/^\s*SIP\/2\.0\s+(\d{3})\b/i.exec(body)?.[1] ?? 0);
    if (status > this.#status) this.#status = status;
    if (status >= 200 && status < 300) this.#finish({ type: 'transferred' });
    else if (status >= 300) this.#fail(status, transaction);
    else if (/^terminated\b/i.test(headers.find('subscription-state') ?? ''))
      this.#wait(lastNoticeMs, missed('The network told no outcome.'));
    else this.#wait(answerMs, missed('The phone rang until the time was over.'));
  }

  /** The call itself is over. */
  stop(endReason: EndReason): void {
    this.#finish(
      endReason === 'transferred'
        ? { type: 'transferred' }
        : { type: 'missed', endReason: 'canceled', detail: 'The call ended meanwhile.' },
    );
  }

  /** A person who cannot be reached is an answer; a network that fails is none, and others may do better. */
  #fail(status: number, { request }: ServerTransaction): void {
    const { endReason, detail } = endReasonOfFailure(status, request.headers);
    if (endReason === 'carrier_failed') this.#finish({ type: 'refused', detail });
    else this.#finish({ type: 'missed', endReason, detail });
  }

  #wait(timeMs: number, end: ReferEnd): void {
    this.#timers.set('notice', timeMs, () => this.#finish(end));
  }

  #finish(end: ReferEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timers.clearAll();
    this.#end.resolve(end);
  }
}

function missed(detail: string): ReferEnd {
  return { type: 'missed', endReason: 'no_answer', detail };
}
