import { randomBytes } from 'node:crypto';
import type { EndReason } from '@parley/contract/end-reasons';
import type { DigestClient } from '../digest.ts';
import type { CodecName } from '../media-messages.ts';
import { SipHeaders } from '../message/headers.ts';
import type { ReceivedRequest, ReceivedResponse, SipRequest } from '../message/message.ts';
import { createTag } from '../message/response.ts';
import { TimerSet } from '../scheduler.ts';
import { minSessionSeconds, readMinSession, wantedSessionSeconds } from '../session/session-timer.ts';
import type { SipStack } from '../sip-stack.ts';
import { allowedMethods, supportedExtensions } from '../sip-stack.ts';
import type { ClientTransaction } from '../transactions/client-transaction.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';
import { confirmDialog, findTag } from './confirm-dialog.ts';
import type { DialogUser } from './dialog-table.ts';
import { endReasonOfFailure } from './end-reason-of.ts';
import { EstablishedCall } from './established-call.ts';
import { LegMedia } from './leg-media.ts';
import type { ReferAddresses } from './referral.ts';
import type { SipLeg } from './sip-leg.ts';

export type OutboundCallOptions = {
  stack: SipStack;
  leg: SipLeg;
  /** Request-URI: the number at the trunk. */
  target: string;
  /** From and To, without tags. */
  from: string;
  to: string;
  contact: string;
  /** Preloaded route: the outbound proxy. */
  routes: readonly string[];
  flow: Flow;
  digest: DigestClient | undefined;
  codecs: readonly CodecName[];
  mustEncrypt: boolean;
  ringMs: number;
  referTo: ((toNumber: string) => ReferAddresses) | undefined;
};

/** Phones of a fork that may answer the same call; a bound against hostile proxies. */
const maxAnswers = 10;
/** Tries of one INVITE: digest of trunk and proxy, a stale nonce, a longer session. */
const maxTries = 5;

/** A call of ours until it is answered or has failed (RFC 3261 section 13.2). */
export class OutboundCall implements DialogUser {
  readonly #options: OutboundCallOptions;
  readonly #media: LegMedia;
  readonly #timers: TimerSet;
  readonly #callId = randomBytes(16).toString('hex');
  readonly #localTag = createTag();
  /** Descriptions of provisional responses by the tag of who sent them; some peers do not repeat them in the 2xx. */
  readonly #early = new Map<string, string>();
  /** Tags that have been answered: several, when a proxy rang several phones. */
  readonly #answeredTags = new Map<string, () => void>();
  #sequence = Math.floor(Math.random() * 100_000);
  #tries = 0;
  #sessionSeconds = wantedSessionSeconds;
  #minSeconds = minSessionSeconds;
  #transaction: ClientTransaction | undefined;
  #hasCanceled = false;
  #established: EstablishedCall | undefined;

  constructor(options: OutboundCallOptions) {
    const { stack, leg, codecs, mustEncrypt } = options;
    this.#options = options;
    this.#timers = new TimerSet(stack.scheduler);
    const { media: control, log } = stack;
    this.#media = new LegMedia({ control, legId: leg.id, codecs, mustEncrypt, log });
    leg.whenClosed((because) =>
      this.#giveUp(because === 'shut_down' ? because : 'staff_hung_up', 'hung up before the answer'),
    );
  }

  /** Sends the INVITE. Failures are told by the leg. */
  async start(): Promise<void> {
    const { stack, flow, ringMs } = this.#options;
    try {
      await this.#media.reserve('offerer', flow.localAddress);
    } catch (error) {
      this.#finish('internal_error', error instanceof Error ? error.message : 'no media port');
      return;
    }
    stack.dialogs.add(this.#callId, this.#localTag, this);
    this.#timers.set('ring', ringMs, () => this.#ringOut());
    this.#invite();
  }

  onRequest(transaction: ServerTransaction): void {
    if (this.#established) this.#established.onRequest(transaction);
    else if (transaction.request.method === 'UPDATE') {
      // The answer to our offer is still to come (RFC 3311 section 5.2).
      transaction.reply(500, { headers: { 'retry-after': '1' } });
    } else if (transaction.request.method === 'INFO') transaction.reply(200);
    else transaction.reply(481);
  }

  onAck(request: ReceivedRequest): void {
    this.#established?.onAck(request);
  }

  #invite(): void {
    const { stack, digest, flow } = this.#options;
    this.#sequence++;
    this.#tries++;
    const request = this.#build();
    digest?.authorize(request);
    this.#transaction = stack.transactions.start({
      request,
      flow,
      onResponse: (response, transaction) => this.#receive(response, transaction),
      onFailed: (failure) => {
        this.#finish('carrier_failed', `The trunk did not answer: ${failure.detail}.`);
        this.#forget();
      },
    });
  }

  #receive(response: ReceivedResponse, transaction: ClientTransaction): void {
    if (response.status < 200) this.#receiveProvisional(response);
    else if (response.status < 300) this.#receiveAnswer(response, transaction);
    else if (this.#isWorthAnotherTry(response, transaction.request)) this.#invite();
    else {
      const { endReason, detail } = endReasonOfFailure(response.status, response.headers);
      this.#finish(endReason, detail);
      this.#forget();
    }
  }

  #receiveProvisional(response: ReceivedResponse): void {
    if (this.#options.leg.hasEnded) {
      this.#cancel();
      return;
    }
    if (response.status <= 100) return;
    const tag = response.to.parameters.get('tag') ?? '';
    if (response.body !== '' && (this.#early.has(tag) || this.#early.size < 10))
      this.#early.set(tag, response.body);
    // 199 says that one of several phones has given up (RFC 6228).
    if (response.status !== 199) this.#options.leg.tell({ type: 'ringing' });
  }

  #receiveAnswer(response: ReceivedResponse, transaction: ClientTransaction): void {
    const tag = findTag(response);
    const again = this.#answeredTags.get(tag);
    if (again) {
      again();
      return;
    }
    if (this.#answeredTags.size >= maxAnswers) return;
    const isFirst = this.#answeredTags.size === 0;
    const { stack, digest, contact, flow } = this.#options;
    const dialog = confirmDialog({ stack, response, invite: transaction.request, contact, flow, digest });
    const acknowledge = () => void dialog.acknowledge(response.cseq.number, transaction.request);
    this.#answeredTags.set(tag, acknowledge);
    acknowledge();
    if (!isFirst || this.#options.leg.hasEnded) {
      // Somebody else was faster, or we have hung up meanwhile (RFC 3261 sections 13.2.2.4 and 9.1).
      void dialog.request('BYE').then(() => {
        if (isFirst) this.#forget();
      });
      return;
    }
    this.#timers.clearAll();
    const established = new EstablishedCall({
      stack,
      dialog,
      leg: this.#options.leg,
      media: this.#media,
      isOurs: true,
      referTo: this.#options.referTo,
      onGone: () => this.#forget(),
    });
    this.#established = established;
    established.keeper.takeResponse(response.headers);
    const body = response.body.trim() === '' ? (this.#early.get(tag) ?? '') : response.body;
    const remote = this.#media.readAnswer(body);
    if (!remote) {
      this.#options.leg.tell({ type: 'note', text: 'The far end answered without audio that we take.' });
      established.end('carrier_failed', 'no codec in common');
      return;
    }
    this.#media.apply(remote);
    this.#options.leg.tell({ type: 'answered' });
  }

  #isWorthAnotherTry(response: ReceivedResponse, refused: SipRequest): boolean {
    if (this.#options.leg.hasEnded || this.#tries >= maxTries) return false;
    if (response.status === 422) {
      const seconds = readMinSession(response.headers);
      if (seconds <= this.#minSeconds) return false;
      this.#minSeconds = seconds;
      this.#sessionSeconds = Math.max(this.#sessionSeconds, seconds);
      return true;
    }
    if (response.status !== 401 && response.status !== 407) return false;
    return this.#options.digest?.learn(response, refused) ?? false;
  }

  #build(): SipRequest {
    const { target, from, to, contact, routes, stack } = this.#options;
    const headers = new SipHeaders()
      .set('max-forwards', '70')
      .set('route', ...routes)
      .set('from', `${from};tag=${this.#localTag}`)
      .set('to', to)
      .set('call-id', this.#callId)
      .set('cseq', `${this.#sequence} INVITE`)
      .set('contact', contact)
      .set('allow', allowedMethods)
      .set('supported', supportedExtensions.join(', '))
      .set('session-expires', String(this.#sessionSeconds))
      .set('min-se', String(this.#minSeconds))
      .set('user-agent', stack.productName)
      .set('content-type', 'application/sdp');
    return { kind: 'request', method: 'INVITE', uri: target, headers, body: this.#media.writeOffer() };
  }

  #ringOut(): void {
    // No answer at all, not even "trying": the trunk is not there, and the number never rang.
    if (this.#transaction?.state === 'calling') this.#giveUp('carrier_failed', 'The trunk did not answer.');
    else this.#giveUp('no_answer', 'rang until the time was over');
  }

  #giveUp(endReason: EndReason, detail: string): void {
    if (this.#options.leg.hasEnded) return;
    this.#finish(endReason, detail);
    this.#cancel();
    if (!this.#transaction) this.#forget();
  }

  /** Not before the first provisional response (RFC 3261 section 9.1); the next one brings us here again. */
  #cancel(): void {
    if (this.#hasCanceled || this.#transaction?.state !== 'proceeding') return;
    this.#hasCanceled = true;
    this.#options.stack.transactions.cancel(this.#transaction);
  }

  #finish(endReason: EndReason, detail: string): void {
    this.#timers.clearAll();
    this.#media.release();
    this.#options.leg.tell({ type: 'ended', endReason, detail });
  }

  #forget(): void {
    this.#timers.clearAll();
    this.#options.stack.dialogs.remove(this.#callId, this.#localTag, this);
  }
}
