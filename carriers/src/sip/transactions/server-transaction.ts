import type { ReceivedRequest, SipResponse } from '../message/message.ts';
import type { ResponseParts } from '../message/response.ts';
import { buildResponse, createTag } from '../message/response.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { Flow } from '../transport/flow.ts';
import { isReliable } from '../transport/flow.ts';
import { giveUpMs, t1Ms, t2Ms, t4Ms, tryingMs } from './timer-values.ts';

export type ServerTransactionOptions = {
  request: ReceivedRequest;
  /** The way the request came; in-dialog requests of ours use it again. */
  flow: Flow;
  /** The way the responses go (RFC 3261 section 18.2.2, RFC 3581). */
  responseFlow: Flow;
  key: string;
  scheduler: Scheduler;
  send(response: SipResponse, flow: Flow): Promise<void>;
  onEnded(transaction: ServerTransaction): void;
};

/** A request of the far end and our answers (RFC 3261 section 17.2, RFC 6026). */
export class ServerTransaction {
  readonly request: ReceivedRequest;
  readonly flow: Flow;
  readonly key: string;
  /** Tag of our side in every response of ours. */
  readonly toTag: string;
  readonly #options: ServerTransactionOptions;
  readonly #timers: TimerSet;
  readonly #isInvite: boolean;
  #state: 'proceeding' | 'completed' | 'confirmed' | 'accepted' | 'terminated' = 'proceeding';
  #last: SipResponse | undefined;
  #onCancel: ((request: ReceivedRequest) => void) | undefined;

  constructor(options: ServerTransactionOptions) {
    this.#options = options;
    this.request = options.request;
    this.flow = options.flow;
    this.key = options.key;
    this.toTag = options.request.to.parameters.get('tag') ?? createTag();
    this.#timers = new TimerSet(options.scheduler);
    this.#isInvite = options.request.method === 'INVITE';
    if (this.#isInvite) this.#timers.set('trying', tryingMs, () => this.reply(100));
  }

  get state() {
    return this.#state;
  }

  /** Hears a CANCEL that came in time. */
  onCancel(listener: (request: ReceivedRequest) => void): void {
    this.#onCancel = listener;
  }

  cancel(request: ReceivedRequest): void {
    if (this.#state === 'proceeding') this.#onCancel?.(request);
  }

  /** Sends a response; after a final one nothing more is sent but its repetitions. */
  reply(status: number, parts: ResponseParts = {}): void {
    if (this.#state !== 'proceeding') return;
    this.#timers.clear('trying');
    this.#last = buildResponse(this.request, status, { toTag: this.toTag, ...parts });
    this.transmit();
    if (status < 200) return;
    if (!this.#isInvite) this.#rest('completed', isReliable(this.flow) ? 0 : giveUpMs);
    else if (status < 300) this.#rest('accepted', giveUpMs);
    else {
      this.#rest('completed', giveUpMs);
      if (!isReliable(this.flow)) this.#repeat(t1Ms);
    }
  }

  /** Sends the last response again. */
  transmit(): void {
    if (this.#last) this.#options.send(this.#last, this.#options.responseFlow).catch(() => undefined);
  }

  /** The request again, or the ACK of a refusal. */
  receive(request: ReceivedRequest): void {
    if (request.method === 'ACK') {
      if (this.#state !== 'completed') return;
      this.#timers.clearAll();
      this.#rest('confirmed', isReliable(this.flow) ? 0 : t4Ms);
    } else if (this.#state === 'proceeding' || this.#state === 'completed') this.transmit();
    // In `accepted` the owner of the call repeats the 2xx until ACK (RFC 6026 section 7.1).
  }

  end(): void {
    this.#timers.clearAll();
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#options.onEnded(this);
  }

  #rest(state: 'completed' | 'confirmed' | 'accepted', forMs: number): void {
    this.#state = state;
    if (forMs === 0) this.end();
    else this.#timers.set('end', forMs, () => this.end());
  }

  #repeat(afterMs: number): void {
    this.#timers.set('repeat', afterMs, () => {
      this.transmit();
      this.#repeat(Math.min(afterMs * 2, t2Ms));
    });
  }
}
