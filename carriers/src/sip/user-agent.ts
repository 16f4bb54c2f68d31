import type { CallOffer, OfferDecision } from '../carrier.ts';
import { answerRegister } from './answer-register.ts';
import { findCalledNumber, findCallingNumber } from './calls/called-number.ts';
import { answerInvite } from './calls/inbound-call.ts';
import type { SipLeg } from './calls/sip-leg.ts';
import { DigestServer } from './digest-server.ts';
import type { CodecName } from './media-messages.ts';
import type { ReceivedRequest, SipRequest } from './message/message.ts';
import { parseUri } from './message/uri.ts';
import type { SipStack } from './sip-stack.ts';
import { allowedMethods, listUnsupported, supportedExtensions } from './sip-stack.ts';
import type { ServerTransaction } from './transactions/server-transaction.ts';
import type { Flow } from './transport/flow.ts';
import type { Trunk } from './trunks/trunk.ts';
import type { TrunkTable } from './trunks/trunk-table.ts';

export type UserAgentOptions = {
  stack: SipStack;
  trunks: TrunkTable;
  onOffer(offer: CallOffer): Promise<OfferDecision>;
  onLeg(leg: SipLeg): void;
  onLegEnded(leg: SipLeg): void;
};

/** Softphones of this machine are heard in wideband where they can (RFC 3551 section 4.5.2). */
const localCodecs: readonly CodecName[] = ['G722', 'PCMU', 'PCMA'];
/** Methods that exist and that we do not take; all others are unknown (RFC 3261 sections 21.4.6 and 21.5.2). */
const knownMethods = new Set(['REGISTER', 'SUBSCRIBE', 'PUBLISH', 'MESSAGE', 'REFER', 'PRACK']);
/** Methods that make sense in a call only. */
const dialogMethods = new Set(['BYE', 'INFO', 'UPDATE', 'PRACK', 'NOTIFY']);
/** Challenges that strangers may draw from us: beyond, they hear nothing, so that nobody is flooded through us. */
const maxChallengesPerSecond = 20;

/** Answers requests of others: who is let in, which call they belong to, what we take (RFC 3261 section 8.2). */
export class UserAgent {
  readonly #options: UserAgentOptions;
  readonly #digest: DigestServer<Trunk>;
  #strangers = 0;
  #isDraining = false;
  #challenges = { second: 0, count: 0 };

  constructor(options: UserAgentOptions) {
    this.#options = options;
    this.#digest = new DigestServer<Trunk>({
      realm: 'parley',
      scheduler: options.stack.scheduler,
      listAccounts: (username) =>
        options.trunks
          .listProvable(username)
          .map((trunk) => ({ account: trunk, password: trunk.settings.inboundPassword })),
    });
  }

  /** Takes no new calls from now on. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Requests that were met with silence. */
  get strangers(): number {
    return this.#strangers;
  }

  /** Whether the sender is answered at all. A stranger's INVITE is, when a trunk may prove itself by password. */
  isAdmitted(request: SipRequest, flow: Flow): boolean {
    if (this.#options.trunks.findCaller(flow).kind !== 'stranger') return true;
    // Our tags cannot be guessed: who knows one was told it.
    if ('cseq' in request && this.#options.stack.dialogs.find(request as ReceivedRequest)) return true;
    if (
      request.method === 'INVITE' &&
      this.#options.trunks.listProvable().length > 0 &&
      this.#mayChallenge()
    ) {
      return true;
    }
    this.#strangers++;
    return false;
  }

  onRequest(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.to.parameters.has('tag')) {
      const user = this.#options.stack.dialogs.find(request);
      if (user) user.onRequest(transaction);
      else transaction.reply(481);
      return;
    }
    const status = this.#findFault(transaction);
    if (status !== undefined) {
      transaction.reply(status, { headers: status === 405 ? { allow: allowedMethods } : {} });
      return;
    }
    const unsupported = listUnsupported(request.headers.list('require'));
    if (unsupported.length > 0) transaction.reply(420, { headers: { unsupported } });
    else if (this.#isDraining) transaction.reply(503, { headers: { 'retry-after': '30' } });
    else if (request.method === 'OPTIONS') this.#answerOptions(transaction);
    else if (request.method === 'REGISTER') answerRegister(transaction);
    else this.#takeInvite(transaction);
  }

  #findFault({ request, flow }: ServerTransaction): number | undefined {
    const uri = parseUri(request.uri);
    // What must be encrypted all the way has come by a way that is not (RFC 3261 section 26.2.2).
    if (!(flow.protocol === 'TLS' ? /^(sips?|tel):/i : /^(sip|tel):/i).test(request.uri)) return 416;
    if (!uri || uri.hasHeaders) return 400;
    // A request for ourselves that asks how far it got is answered (RFC 3261 section 11); a call has come too far.
    if (Number(request.headers.find('max-forwards') ?? 70) === 0 && request.method !== 'OPTIONS') return 483;
    if (dialogMethods.has(request.method)) return 481;
    const isLocal = this.#options.trunks.findCaller(flow).kind === 'local';
    if (request.method === 'REGISTER' && isLocal) return undefined;
    if (knownMethods.has(request.method)) return 405;
    return request.method === 'INVITE' || request.method === 'OPTIONS' ? undefined : 501;
  }

  #answerOptions(transaction: ServerTransaction): void {
    transaction.reply(200, {
      headers: {
        allow: allowedMethods,
        accept: 'application/sdp, application/dtmf-relay',
        supported: supportedExtensions.join(', '),
        server: this.#options.stack.productName,
      },
    });
  }

  #takeInvite(transaction: ServerTransaction): void {
    const { request, flow } = transaction;
    const { stack, trunks, onOffer, onLeg, onLegEnded } = this.#options;
    const caller = trunks.findCaller(flow);
    let candidates = caller.kind === 'trunk' ? caller.trunks : [];
    if (caller.kind === 'stranger') {
      const verdict = this.#digest.verify(request);
      if (!verdict.isAllowed) {
        transaction.reply(401, { headers: { 'www-authenticate': this.#challenge(verdict.isStale) } });
        return;
      }
      candidates = [verdict.account];
    }
    const trunk =
      candidates.find((one) => one.numbers.includes(findCalledNumber(request, one))) ?? candidates[0];
    answerInvite({
      stack,
      transaction,
      fromNumber: findCallingNumber(request, trunk),
      toNumber: findCalledNumber(request, trunk),
      connectionId: trunk?.id ?? null,
      codecs: trunk?.codecs ?? localCodecs,
      mustEncrypt: trunk?.mustEncrypt ?? false,
      digest: trunk?.digest,
      referTo: trunk?.referTo(findCalledNumber(request, trunk)),
      seenAs: flow.protocol === 'UDP' ? trunk?.seenAs : undefined,
      onOffer,
      onLeg,
      onLegEnded,
    });
  }

  /** Asks for no more than the trunks are set to: peers of older days give up at a scheme that they do not know. */
  #challenge(isStale: boolean): string[] {
    const schemes = new Set(
      this.#options.trunks.listProvable().map(({ settings }) => settings.inboundDigest),
    );
    const algorithms = (['SHA-256', 'MD5'] as const).filter((name) =>
      schemes.has(name === 'MD5' ? 'md5' : 'sha-256'),
    );
    return this.#digest.challenge(isStale, algorithms);
  }

  #mayChallenge(): boolean {
    const second = Math.floor(this.#options.stack.scheduler.nowMs() / 1000);
    if (this.#challenges.second !== second) this.#challenges = { second, count: 0 };
    this.#challenges.count++;
    return this.#challenges.count <= maxChallengesPerSecond;
  }
}
