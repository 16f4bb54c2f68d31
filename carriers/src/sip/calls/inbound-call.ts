import { createHash, randomUUID } from 'node:crypto';
import type { CallOffer, OfferDecision } from '../../carrier.ts';
import type { DigestClient } from '../digest.ts';
import type { CodecName } from '../media-messages.ts';
import { parseNameAddress } from '../message/header-values.ts';
import type { ReceivedRequest } from '../message/message.ts';
import { TimerSet } from '../scheduler.ts';
import { findSessionBody } from '../session/find-session-body.ts';
import { answerSessionExpires, minSessionSeconds } from '../session/session-timer.ts';
import type { SipStack } from '../sip-stack.ts';
import { formatContact } from '../sip-stack.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import { Dialog } from './dialog.ts';
import { EstablishedCall, formatWarning } from './established-call.ts';
import { type Agreed, LegMedia } from './leg-media.ts';
import type { ReferAddresses } from './referral.ts';
import { refusalOf } from './refusal-of.ts';
import { SipLeg } from './sip-leg.ts';

export type InboundCallOptions = {
  stack: SipStack;
  transaction: ServerTransaction;
  fromNumber: string;
  toNumber: string;
  connectionId: string | null;
  codecs: readonly CodecName[];
  mustEncrypt: boolean;
  digest: DigestClient | undefined;
  /** Where the trunk sees us, when a translator stands between. */
  seenAs: { address: string; port: number } | undefined;
  referTo: ((toNumber: string) => ReferAddresses) | undefined;
  onOffer(offer: CallOffer): Promise<OfferDecision>;
  onLeg(leg: SipLeg): void;
  onLegEnded(leg: SipLeg): void;
};

/** The server must say within this time whether it takes the call. */
const decisionMs = 20_000;

/** Takes an INVITE that opens a call: checks it, rings, asks the server and answers (RFC 3261 section 13.3). */
export function answerInvite(options: InboundCallOptions): void {
  const { transaction } = options;
  const { headers } = transaction.request;
  if (
    !transaction.request.from.parameters.has('tag') ||
    !parseNameAddress(headers.find('contact') ?? '')?.parsedUri
  ) {
    transaction.reply(400, { reason: 'From without tag, or no Contact' });
    return;
  }
  if (answerSessionExpires(headers).kind === 'too_short') {
    transaction.reply(422, { headers: { 'min-se': String(minSessionSeconds) } });
    return;
  }
  const body = findSessionBody(transaction.request);
  if (body.kind === 'unsupported') {
    transaction.reply(415, { headers: { accept: 'application/sdp' } });
    return;
  }
  const media = new LegMedia({
    control: options.stack.media,
    legId: `leg_${randomUUID().replaceAll('-', '')}`,
    codecs: options.codecs,
    mustEncrypt: options.mustEncrypt,
    log: options.stack.log,
  });
  const agreed = body.kind === 'session' ? media.readOffer(body.text) : undefined;
  if (body.kind === 'session' && !agreed) {
    transaction.reply(488, { headers: { warning: formatWarning(305, 'Incompatible media format') } });
    return;
  }
  void new InboundCall(options, media, agreed).run();
}

/** A call of the far end until it is answered or refused. */
class InboundCall {
  readonly #options: InboundCallOptions;
  readonly #media: LegMedia;
  readonly #agreed: Agreed | undefined;
  readonly #leg: SipLeg;
  readonly #timers: TimerSet;
  readonly #contact: string;

  /** Without `agreed` the far end lets us offer (RFC 3261 section 13.2.1). */
  constructor(options: InboundCallOptions, media: LegMedia, agreed: Agreed | undefined) {
    const { transaction, stack } = options;
    this.#options = options;
    this.#media = media;
    this.#agreed = agreed;
    this.#timers = new TimerSet(stack.scheduler);
    this.#leg = new SipLeg({ id: media.legId, log: stack.log, onEnded: options.onLegEnded });
    const scheme = /^sips:/i.test(transaction.request.uri) ? 'sips' : 'sip';
    this.#contact = formatContact(transaction.flow, options.toNumber, options.seenAs, scheme);
  }

  async run(): Promise<void> {
    const { transaction, fromNumber, toNumber, connectionId } = this.#options;
    const leg = this.#leg;
    this.#options.onLeg(leg);
    transaction.onCancel(() => this.#refuse(487, 'canceled', 'CANCEL'));
    leg.whenClosed((because) => {
      if (because === 'shut_down') this.#refuse(503, 'shut_down', because, 30);
      else this.#refuse(480, 'agent_hung_up', 'hung up before the answer');
    });
    transaction.reply(180, { headers: { contact: this.#contact } });
    leg.tell({ type: 'ringing' });
    this.#timers.set('decision', decisionMs, () =>
      this.#refuse(480, 'internal_error', 'no decision in time'),
    );
    let decision: OfferDecision;
    try {
      decision = await this.#options.onOffer({
        ...{ legId: leg.id, leg },
        ...{ fromNumber, toNumber, connectionId },
        ring: ringOf(transaction.request),
      });
    } catch {
      decision = { answer: false, because: 'failed' };
    }
    this.#timers.clearAll();
    if (leg.hasEnded) return;
    if (!decision.answer) {
      const { status, retryAfterSeconds, endReason } = refusalOf(decision.because);
      this.#refuse(status, endReason, decision.because, retryAfterSeconds);
      return;
    }
    try {
      await this.#media.reserve('answerer', transaction.flow.localAddress, this.#agreed?.remote);
    } catch {
      this.#refuse(503, 'internal_error', 'no media port', 5);
      return;
    }
    this.#answer();
  }

  #answer(): void {
    const { stack, transaction, digest } = this.#options;
    const { request, flow } = transaction;
    const leg = this.#leg;
    const agreed = this.#agreed;
    const dialog = new Dialog({
      stack,
      callId: request.callId,
      local: `${request.headers.find('to')};tag=${transaction.toTag}`,
      remote: request.headers.find('from') ?? '',
      target: parseNameAddress(request.headers.find('contact') ?? '')?.uri ?? request.from.uri,
      routes: request.headers.list('record-route'),
      contact: this.#contact,
      flow,
      remoteSequence: request.cseq.number,
      digest,
    });
    const call: EstablishedCall = new EstablishedCall({
      stack,
      dialog,
      leg,
      media: this.#media,
      isOurs: false,
      referTo: this.#options.referTo,
      onGone: () => stack.dialogs.remove(request.callId, transaction.toTag, call),
    });
    stack.dialogs.add(request.callId, transaction.toTag, call);
    const body = agreed ? this.#media.writeAnswer(agreed) : this.#media.writeOffer();
    call.accept(transaction, body, (ackBody) => {
      if (agreed || call.takeAnswer(ackBody)) leg.tell({ type: 'answered' });
    });
    call.keeper.takeRequest(request.headers);
  }

  #refuse(
    status: number,
    endReason: Parameters<EstablishedCall['end']>[0],
    detail: string,
    retryAfterSeconds?: number,
  ): void {
    if (this.#leg.hasEnded) return;
    this.#timers.clearAll();
    this.#options.transaction.reply(status, {
      headers: { 'retry-after': retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds) },
    });
    this.#media.release();
    this.#leg.tell({ type: 'ended', endReason, detail });
  }
}

/** A proxy that rings several of us with one call leaves these two as they are (RFC 3261 section 16.6). */
function ringOf({ callId, from }: ReceivedRequest): string {
  return createHash('sha256')
    .update(`${callId} ${from.parameters.get('tag')}`)
    .digest('base64url');
}
