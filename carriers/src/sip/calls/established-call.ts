import type { EndReason } from '@parley/contract/end-reasons';
import type { ReferEnd } from '../../carrier.ts';
import type { SipHeaders } from '../message/headers.ts';
import type { ReceivedRequest } from '../message/message.ts';
import { findSessionBody } from '../session/find-session-body.ts';
import { answerSessionExpires, minSessionSeconds } from '../session/session-timer.ts';
import type { SipStack } from '../sip-stack.ts';
import { allowedMethods, listUnsupported, supportedExtensions } from '../sip-stack.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import { Acceptance } from './acceptance.ts';
import type { Dialog } from './dialog.ts';
import type { DialogUser } from './dialog-table.ts';
import { endReasonOfBye } from './end-reason-of.ts';
import type { LegMedia } from './leg-media.ts';
import { readDigits } from './read-digits.ts';
import { type ReferAddresses, Referral } from './referral.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { SipLeg } from './sip-leg.ts';

export type EstablishedCallOptions = {
  stack: SipStack;
  dialog: Dialog;
  leg: SipLeg;
  media: LegMedia;
  /** Whether we opened the dialog: it decides who waits longer after requests have crossed. */
  isOurs: boolean;
  /** How its network is asked to hand the call over; undefined where there is none to ask, as with a softphone. */
  referTo: ((toNumber: string) => ReferAddresses) | undefined;
  /** Everything of the call is over, on the wire too. */
  onGone(): void;
};

/** A call that was accepted, from the 2xx to the end of BYE (RFC 3261 sections 14 and 15). */
export class EstablishedCall implements DialogUser {
  readonly #options: EstablishedCallOptions;
  readonly #keeper: SessionKeeper;
  #acceptance: Acceptance | undefined;
  #referral: Referral | undefined;
  #hasEnded = false;

  constructor(options: EstablishedCallOptions) {
    this.#options = options;
    const { stack, dialog, media, isOurs } = options;
    this.#keeper = new SessionKeeper({
      stack,
      dialog,
      media,
      isOurs,
      onLost: (detail) => this.end('carrier_failed', detail),
    });
    const { referTo } = options;
    if (referTo) options.leg.whenReferred((toNumber) => this.#refer(referTo(toNumber)));
    options.leg.whenClosed((because) => this.end(because === 'hung_up' ? 'agent_hung_up' : because, because));
  }

  /** Where the session timer of an outbound call is started from its 2xx. */
  get keeper(): SessionKeeper {
    return this.#keeper;
  }

  /** Answers an INVITE with 2xx and waits for its ACK. */
  accept(transaction: ServerTransaction, body: string, onAcknowledged: (body: string) => void): void {
    transaction.reply(200, {
      headers: { ...this.#answerHeaders(transaction.request.headers), 'content-type': 'application/sdp' },
      body,
    });
    this.#acceptance = new Acceptance({
      scheduler: this.#options.stack.scheduler,
      transaction,
      onAcknowledged: (ackBody) => {
        this.#acceptance = undefined;
        if (!this.#hasEnded) onAcknowledged(ackBody);
        else this.#sendBye();
      },
      onLost: () => {
        this.#acceptance = undefined;
        if (this.#hasEnded) this.#sendBye();
        else this.end('carrier_failed', 'The far end never acknowledged our answer.');
      },
    });
  }

  onRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (!this.#options.dialog.isFrom(request)) {
      transaction.reply(481);
      return;
    }
    if (!this.#options.dialog.takeSequence(request)) {
      transaction.reply(500, { headers: { 'retry-after': '0' } });
      return;
    }
    if (request.method === 'BYE') {
      transaction.reply(200);
      const { endReason, detail } = endReasonOfBye(request.headers);
      // Some networks leave as soon as they have taken the call over, and say no more.
      if (this.#referral?.isLeftToThem) this.#finish('transferred', detail);
      else this.#finish(endReason, detail);
      this.#forget();
      return;
    }
    if (this.#hasEnded) {
      transaction.reply(481);
      return;
    }
    const unsupported = listUnsupported(request.headers.list('require'));
    if (unsupported.length > 0) transaction.reply(420, { headers: { unsupported } });
    else if (request.method === 'INVITE' || request.method === 'UPDATE') this.#takeOffer(transaction);
    else if (request.method === 'INFO') this.#takeInfo(transaction);
    else if (request.method === 'NOTIFY' && this.#referral) this.#referral.takeNotify(transaction);
    else if (request.method === 'NOTIFY') transaction.reply(481);
    else if (request.method === 'OPTIONS') transaction.reply(200, { headers: { allow: allowedMethods } });
    else transaction.reply(405, { headers: { allow: allowedMethods } });
  }

  onAck(request: ReceivedRequest): void {
    this.#acceptance?.acknowledge(request.cseq.number, request.body);
  }

  /** Ends the call from our side. Media goes at once; BYE follows as the protocol allows. */
  end(endReason: EndReason, detail: string): void {
    if (this.#hasEnded) return;
    this.#finish(endReason, detail);
    // The side that was called may not send BYE before the ACK (RFC 3261 section 15).
    if (!this.#acceptance) this.#sendBye();
  }

  #takeOffer(transaction: ServerTransaction): void {
    const { request } = transaction;
    const { dialog, media } = this.#options;
    const hasOffer = request.method === 'INVITE' || request.body.trim() !== '';
    if (hasOffer && this.#keeper.isOffering) {
      // Our own offer is on its way (RFC 3261 section 14.2, RFC 3311 section 5.2).
      transaction.reply(491);
      return;
    }
    if (this.#acceptance) {
      transaction.reply(500, { headers: { 'retry-after': '1' } });
      return;
    }
    if (answerSessionExpires(request.headers).kind === 'too_short') {
      transaction.reply(422, { headers: { 'min-se': String(minSessionSeconds) } });
      return;
    }
    const body = findSessionBody(request);
    if (body.kind === 'unsupported') {
      transaction.reply(415, { headers: { accept: 'application/sdp' } });
      return;
    }
    const agreed = body.kind === 'session' ? media.readOffer(body.text) : undefined;
    if (body.kind === 'session' && !agreed) {
      // The call goes on as it was (RFC 3261 section 14.2).
      this.#options.leg.tell({ type: 'note', text: 'The far end asked for audio that is not supported.' });
      transaction.reply(488, { headers: { warning: formatWarning(305, 'Incompatible media format') } });
      return;
    }
    dialog.refreshTarget(request);
    if (agreed) media.apply(agreed.remote);
    const answer = agreed && media.writeAnswer(agreed);
    if (request.method === 'UPDATE') this.#acceptUpdate(transaction, answer);
    else if (answer !== undefined) this.accept(transaction, answer, () => undefined);
    else this.accept(transaction, media.writeOffer(), (ackBody) => this.takeAnswer(ackBody));
    this.#keeper.takeRequest(request.headers);
  }

  /** The answer that came with an ACK, to an offer that went with our 2xx. */
  takeAnswer(body: string): boolean {
    const remote = this.#options.media.readAnswer(body);
    if (remote) this.#options.media.apply(remote);
    else this.end('carrier_failed', 'The far end acknowledged without audio that we take.');
    return remote !== undefined;
  }

  #acceptUpdate(transaction: ServerTransaction, answer: string | undefined): void {
    const headers = this.#answerHeaders(transaction.request.headers);
    if (answer === undefined) transaction.reply(200, { headers });
    else transaction.reply(200, { headers: { ...headers, 'content-type': 'application/sdp' }, body: answer });
  }

  #answerHeaders(request: SipHeaders): Record<string, string | undefined> {
    const session = answerSessionExpires(request);
    return {
      contact: this.#options.dialog.contact,
      allow: allowedMethods,
      supported: supportedExtensions.join(', '),
      'session-expires': session.kind === 'timer' ? session.header : undefined,
      require: session.kind === 'timer' && session.isRequired ? 'timer' : undefined,
      server: this.#options.stack.productName,
    };
  }

  #takeInfo(transaction: ServerTransaction): void {
    const { request } = transaction;
    const digits = readDigits(request);
    if (digits !== undefined) this.#options.media.addDigits(digits);
    // An empty INFO only asks whether we are there (RFC 6086 section 4.2.2).
    if (digits !== undefined || request.body.trim() === '') transaction.reply(200);
    else transaction.reply(415, { headers: { accept: 'application/dtmf-relay, application/dtmf' } });
  }

  async #refer(addresses: ReferAddresses): Promise<ReferEnd> {
    if (this.#hasEnded) return { type: 'refused', detail: 'The call is over.' };
    if (!this.#keeper.takesRefer) return { type: 'refused', detail: 'The network does not take REFER.' };
    const { dialog, stack } = this.#options;
    const referral = new Referral({ dialog, scheduler: stack.scheduler, addresses });
    this.#referral = referral;
    const end = await referral.run();
    if (end.type === 'transferred') this.end('transferred', 'REFER');
    return end;
  }

  #finish(endReason: EndReason, detail: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#referral?.stop(endReason);
    this.#keeper.stop();
    this.#options.media.release();
    this.#options.leg.tell({ type: 'ended', endReason, detail });
  }

  #sendBye(): void {
    void this.#options.dialog.request('BYE').then(() => this.#forget());
  }

  #forget(): void {
    this.#acceptance?.stop();
    this.#acceptance = undefined;
    this.#options.onGone();
  }
}

/** RFC 3261 section 20.43. The agent name stands for our host, which strangers need not know. */
export function formatWarning(code: number, text: string): string {
  return `${code} parley "${text}"`;
}
