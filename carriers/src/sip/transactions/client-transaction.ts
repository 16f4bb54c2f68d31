import { SipHeaders } from '../message/headers.ts';
import type { ReceivedResponse, SipRequest } from '../message/message.ts';
import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { Flow } from '../transport/flow.ts';
import { isReliable } from '../transport/flow.ts';
import { giveUpMs, t1Ms, t2Ms, t4Ms, timerDMs } from './timer-values.ts';

/** Why there is no final response: nobody answered, or the message could not be sent. */
export type ClientFailure = { because: 'timeout' | 'unreachable'; detail: string };

export type ClientTransactionOptions = {
  request: SipRequest;
  flow: Flow;
  key: string;
  scheduler: Scheduler;
  send(request: SipRequest, flow: Flow): Promise<void>;
  /** Every provisional and final response once; of an INVITE each 2xx (RFC 6026 section 7.2). */
  onResponse(response: ReceivedResponse, transaction: ClientTransaction): void;
  /** Instead of a final response. */
  onFailed(failure: ClientFailure): void;
  onEnded(key: string): void;
};

/** A request of ours and what comes back (RFC 3261 section 17.1, RFC 6026). */
export class ClientTransaction {
  readonly request: SipRequest;
  readonly flow: Flow;
  readonly #options: ClientTransactionOptions;
  readonly #timers: TimerSet;
  readonly #isInvite: boolean;
  #state: 'calling' | 'proceeding' | 'completed' | 'accepted' | 'terminated' = 'calling';
  #ack: SipRequest | undefined;

  constructor(options: ClientTransactionOptions) {
    this.#options = options;
    this.request = options.request;
    this.flow = options.flow;
    this.#timers = new TimerSet(options.scheduler);
    this.#isInvite = options.request.method === 'INVITE';
  }

  get state() {
    return this.#state;
  }

  /** Sends the request. Timers A and E repeat it over UDP; B and F give up. */
  start(): void {
    this.#timers.set('give-up', giveUpMs, () => this.#fail({ because: 'timeout', detail: 'no answer' }));
    if (!isReliable(this.flow)) this.#repeat(t1Ms);
    this.#transmit();
  }

  receive(response: ReceivedResponse): void {
    const { status } = response;
    if (this.#state === 'accepted') {
      if (status >= 200 && status < 300) this.#options.onResponse(response, this);
      return;
    }
    if (this.#state === 'completed') {
      if (this.#isInvite && status >= 300) this.#sendAck(response);
      return;
    }
    if (this.#state === 'terminated') return;
    if (status < 200) {
      this.#state = 'proceeding';
      // An INVITE waits from now on as long as its owner likes (section 17.1.1.2).
      if (this.#isInvite) this.#timers.clearAll();
    } else {
      this.#timers.clearAll();
      if (this.#isInvite && status < 300) this.#rest('accepted', giveUpMs);
      else {
        if (this.#isInvite) this.#sendAck(response);
        const waitMs = isReliable(this.flow) ? 0 : this.#isInvite ? timerDMs : t4Ms;
        this.#rest('completed', waitMs);
      }
    }
    this.#options.onResponse(response, this);
  }

  /** The connection broke: a request that nobody has answered may never have arrived (RFC 3261 section 17.1.4). */
  onConnectionClosed(connection: Flow['connection']): void {
    if (this.flow.connection !== connection || this.#state !== 'calling') return;
    this.#fail({ because: 'unreachable', detail: 'the connection was closed' });
  }

  /** After CANCEL was sent: a peer that never answers the INVITE is not waited for (section 9.1). */
  limitAfterCancel(): void {
    if (this.#state !== 'proceeding') return;
    this.#timers.set('give-up', giveUpMs, () =>
      this.#fail({ because: 'timeout', detail: 'no answer to CANCEL' }),
    );
  }

  /** Forgets everything and stays silent. */
  end(): void {
    this.#timers.clearAll();
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#options.onEnded(this.#options.key);
  }

  #rest(state: 'completed' | 'accepted', forMs: number): void {
    this.#state = state;
    if (forMs === 0) {
      this.#state = 'terminated';
      this.#options.onEnded(this.#options.key);
    } else this.#timers.set('end', forMs, () => this.end());
  }

  #transmit(): void {
    this.#options
      .send(this.request, this.flow)
      .catch((error: Error) => this.#fail({ because: 'unreachable', detail: error.message }));
  }

  #repeat(afterMs: number): void {
    this.#timers.set('repeat', afterMs, () => {
      if (this.#state !== 'calling' && (this.#isInvite || this.#state !== 'proceeding')) return;
      this.#transmit();
      const isWaiting = this.#state === 'proceeding';
      this.#repeat(this.#isInvite ? afterMs * 2 : isWaiting ? t2Ms : Math.min(afterMs * 2, t2Ms));
    });
  }

  #fail(failure: ClientFailure): void {
    if (this.#state !== 'calling' && this.#state !== 'proceeding') return;
    this.end();
    this.#options.onFailed(failure);
  }

  /** The ACK of a refusal belongs to the transaction (section 17.1.1.3). */
  #sendAck(response: ReceivedResponse): void {
    this.#ack ??= buildHopRequest('ACK', this.request, response.headers.find('to'));
    this.#options.send(this.#ack, this.flow).catch(() => undefined);
  }
}

/** ACK of a refusal, and CANCEL: same branch, same Request-URI, same route (RFC 3261 sections 9.1 and 17.1.1.3). */
export function buildHopRequest(method: 'ACK' | 'CANCEL', invite: SipRequest, to?: string): SipRequest {
  const headers = new SipHeaders();
  headers.set('via', ...invite.headers.list('via').slice(0, 1));
  headers.set('max-forwards', '70');
  headers.set('route', ...invite.headers.list('route'));
  for (const name of ['from', 'to', 'call-id']) headers.set(name, ...invite.headers.list(name));
  if (to !== undefined) headers.set('to', to);
  headers.set('cseq', (invite.headers.find('cseq') ?? '').replace(/\S+$/, method));
  return { kind: 'request', method, uri: invite.uri, headers, body: '' };
}
