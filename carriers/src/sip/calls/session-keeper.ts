import type { SipHeaders } from '../message/headers.ts';
import {
  answerSessionExpires,
  readMinSession,
  readSessionExpires,
  SessionTimer,
} from '../session/session-timer.ts';
import type { SipStack } from '../sip-stack.ts';
import { supportedExtensions } from '../sip-stack.ts';
import type { Dialog } from './dialog.ts';
import type { LegMedia } from './leg-media.ts';

export type SessionKeeperOptions = {
  stack: SipStack;
  dialog: Dialog;
  media: LegMedia;
  isOurs: boolean;
  /** The far end is gone. */
  onLost(detail: string): void;
};

/** How soon a refresh that was refused for an odd reason is tried again. */
const retryMs = 10_000;

/** Keeps the session of a call alive, or notices that the far end no longer does (RFC 4028). */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  readonly #timer: SessionTimer;
  #takesUpdate = false;
  #takesRefer = true;
  #minSeconds = 0;
  #isOffering = false;
  #isStopped = false;

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
    this.#timer = new SessionTimer({
      scheduler: options.stack.scheduler,
      onRefresh: () => void this.#refresh(),
      onExpired: () => options.onLost('The far end stopped refreshing the session.'),
    });
  }

  /** Whether a re-INVITE of ours is without its answer. */
  get isOffering(): boolean {
    return this.#isOffering;
  }

  /** False: the far end has listed what it takes, and REFER is not among it. */
  get takesRefer(): boolean {
    return this.#takesRefer;
  }

  /** A request of the far end starts, refreshes or ends the timer. */
  takeRequest(headers: SipHeaders): void {
    const session = answerSessionExpires(headers);
    if (this.#isStopped) return;
    if (session.kind === 'timer') this.#timer.start(session.seconds, session.refresher);
    else this.#timer.stop();
    this.#learnMethods(headers);
  }

  /** The 2xx to a request of ours does (RFC 4028 section 7.2). */
  takeResponse(headers: SipHeaders): void {
    const session = readSessionExpires(headers);
    if (this.#isStopped) return;
    if (session) this.#timer.start(session.seconds, session.refresher === 'uas' ? 'them' : 'us');
    else this.#timer.stop();
    this.#learnMethods(headers);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  #learnMethods(headers: SipHeaders): void {
    const allow = headers.list('allow');
    if (allow.length === 0) return;
    const methods = new Set(allow.map((method) => method.toUpperCase()));
    this.#takesUpdate = methods.has('UPDATE');
    this.#takesRefer = methods.has('REFER');
  }

  async #refresh(): Promise<void> {
    const { dialog, media } = this.#options;
    const method = this.#takesUpdate ? 'UPDATE' : 'INVITE';
    const headers = {
      'session-expires': `${Math.max(this.#timer.seconds, this.#minSeconds)};refresher=uac`,
      'min-se': this.#minSeconds > 0 ? String(this.#minSeconds) : undefined,
      supported: supportedExtensions.join(', '),
    };
    this.#isOffering = method === 'INVITE';
    const outcome = await dialog.request(
      method,
      method === 'INVITE' ? { headers, body: media.writeOffer() } : { headers },
    );
    this.#isOffering = false;
    if (this.#isStopped) return;
    const { response } = outcome;
    if (!response || response.status === 408 || response.status === 481) {
      this.#options.onLost('The far end no longer knows the call.');
    } else if (response.status < 300) {
      this.#applyAnswer(method, response.body);
      this.takeResponse(response.headers);
    } else if (response.status === 422 && readMinSession(response.headers) > this.#minSeconds) {
      this.#minSeconds = readMinSession(response.headers);
      await this.#refresh();
    } else if (method === 'UPDATE' && (response.status === 405 || response.status === 501)) {
      this.#takesUpdate = false;
      await this.#refresh();
    } else this.#timer.retryRefresh(response.status === 491 ? this.#glareMs() : retryMs);
  }

  #applyAnswer(method: string, body: string): void {
    const remote = method === 'INVITE' ? this.#options.media.readAnswer(body) : undefined;
    if (remote) this.#options.media.apply(remote);
  }

  /** Two offers have crossed: the owner of the Call-ID waits longer (RFC 3261 section 14.1). */
  #glareMs(): number {
    return this.#options.isOurs ? 2100 + Math.random() * 1900 : Math.random() * 2000;
  }
}
