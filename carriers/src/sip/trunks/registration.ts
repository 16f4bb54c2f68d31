import { randomBytes } from 'node:crypto';
import { Dialog } from '../calls/dialog.ts';
import type { DigestClient } from '../digest.ts';
import { parseNameAddress } from '../message/header-values.ts';
import type { ReceivedResponse } from '../message/message.ts';
import { createTag } from '../message/response.ts';
import { parseUri } from '../message/uri.ts';
import { TimerSet } from '../scheduler.ts';
import type { SipStack } from '../sip-stack.ts';
import type { Flow } from '../transport/flow.ts';

export type RegistrationState =
  | { isRegistered: true; untilMs: number }
  | { isRegistered: false; detail: string };

export type RegistrationOptions = {
  stack: SipStack;
  /** The registrar, such as `sip:sip.example.com`. */
  registrar: string;
  /** Our address there, such as `<sip:user@sip.example.com>`. */
  addressOfRecord: string;
  digest: DigestClient | undefined;
  routes: readonly string[];
  openFlow(): Promise<Flow>;
  /** The value of Contact, without parameters of the header. */
  formatContact(flow: Flow): string;
  /** Says where the registrar sees us; true when that is new, so that the Contact must be sent again. */
  takeVia(response: ReceivedResponse, flow: Flow): boolean;
  /** Nobody answered there. */
  onUnreachable(): void;
};

/** What we ask for: short enough to keep the ports of address translators open at the registrar's own pace. */
const wantedSeconds = 300;
/** Pauses after failures double from the first to the last (RFC 5626 section 4.5 advises to back off likewise). */
const firstPauseMs = 5000;
const lastPauseMs = 300_000;
/** How long leaving may take when the process stops. */
const leaveMs = 2000;

/** Our registration at a trunk (RFC 3261 section 10.2): kept alive, tried again, taken back at the end. */
export class Registration {
  readonly #options: RegistrationOptions;
  readonly #timers: TimerSet;
  readonly #callId = randomBytes(16).toString('hex');
  readonly #localTag = createTag();
  #sequence = 0;
  #wantedSeconds = wantedSeconds;
  #pauseMs = firstPauseMs;
  #state: RegistrationState = { isRegistered: false, detail: 'Not registered yet.' };
  #wasTried = false;
  #flow: Flow | undefined;
  #isStopped = false;

  constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#timers = new TimerSet(options.stack.scheduler);
  }

  get state(): RegistrationState {
    const state = this.#state;
    // A registrar that does not answer loses us when the interval is over, not before.
    if (state.isRegistered && state.untilMs <= this.#options.stack.scheduler.nowMs()) {
      return { isRegistered: false, detail: 'The registration ran out.' };
    }
    return state;
  }

  /** Whether the registrar has answered, or failed to. */
  get wasTried(): boolean {
    return this.#wasTried;
  }

  start(): void {
    void this.#attempt();
  }

  /** The connection it was made over has closed: the registrar cannot ring us any more. */
  onClosed(connection: Flow['connection']): void {
    if (this.#isStopped || connection === undefined || this.#flow?.connection !== connection) return;
    this.#flow = undefined;
    this.#state = { isRegistered: false, detail: 'The connection to the registrar was closed.' };
    this.#timers.set('next', 1000, () => void this.#attempt());
  }

  /** Takes the registration back, if the registrar answers in time. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#timers.clearAll();
    if (!this.#state.isRegistered || !this.#flow) return;
    const leaving = this.#send(this.#flow, 0);
    await Promise.race([
      leaving,
      new Promise<void>((resolve) => this.#timers.set('leave', leaveMs, resolve)),
    ]);
    this.#timers.clearAll();
  }

  async #attempt(isSecond = false): Promise<void> {
    let flow: Flow;
    try {
      flow = await this.#options.openFlow();
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (this.#isStopped) return;
    const { response, failure } = await this.#send(flow, this.#wantedSeconds);
    if (this.#isStopped) return;
    if (!response) {
      this.#options.onUnreachable();
      this.#fail(`The registrar did not answer: ${failure.detail}.`);
    } else if (response.status < 300) this.#succeed(response, flow, isSecond);
    else this.#refused(response);
  }

  #send(flow: Flow, seconds: number) {
    const { stack, registrar, addressOfRecord, digest, routes, formatContact } = this.#options;
    const contact = formatContact(flow);
    const dialog = new Dialog({
      stack,
      callId: this.#callId,
      local: `${addressOfRecord};tag=${this.#localTag}`,
      remote: addressOfRecord,
      target: registrar,
      routes,
      contact,
      flow,
      localSequence: this.#sequence,
      digest,
      isPinned: true,
    });
    // Room for the tries with digest: the sequence only ever grows (RFC 3261 section 10.2).
    this.#sequence += 10;
    return dialog.request('REGISTER', {
      headers: { contact: `${contact};expires=${seconds}`, expires: String(seconds) },
    });
  }

  #succeed(response: ReceivedResponse, flow: Flow, isSecond: boolean): void {
    const { scheduler } = this.#options.stack;
    // Once only: behind some translators we look different every time.
    if (this.#options.takeVia(response, flow) && !isSecond) {
      void this.#attempt(true);
      return;
    }
    const seconds = findGrantedSeconds(response, this.#options.formatContact(flow)) ?? this.#wantedSeconds;
    this.#flow = flow;
    this.#wasTried = true;
    this.#pauseMs = firstPauseMs;
    this.#state = { isRegistered: true, untilMs: scheduler.nowMs() + seconds * 1000 };
    this.#timers.set('next', Math.max(1, seconds * 0.8) * 1000, () => void this.#attempt());
  }

  #refused(response: ReceivedResponse): void {
    const { status, headers } = response;
    if (status === 423) {
      const least = Number(headers.find('min-expires'));
      if (least > this.#wantedSeconds && least <= 86_400) {
        this.#wantedSeconds = least;
        void this.#attempt();
        return;
      }
    }
    const isPassword = status === 401 || status === 403 || status === 407;
    const whom = isPassword ? 'the user name or password' : 'us';
    const detail = `The registrar refused ${whom} (SIP ${status}).`;
    const afterSeconds = Number(/^\d{1,4}/.exec(headers.find('retry-after') ?? '')?.[0] ?? 0);
    // It has said no: an older registration does not count any more.
    this.#state = { isRegistered: false, detail };
    this.#fail(detail, afterSeconds * 1000);
  }

  #fail(detail: string, atLeastMs = 0): void {
    if (this.#isStopped) return;
    this.#wasTried = true;
    if (!this.state.isRegistered) this.#state = { isRegistered: false, detail };
    // Spread by a quarter, so that many trunks do not come back at once.
    const pauseMs = Math.max(atLeastMs, this.#pauseMs * (0.75 + Math.random() / 2));
    this.#pauseMs = Math.min(this.#pauseMs * 2, lastPauseMs);
    this.#timers.set('next', pauseMs, () => void this.#attempt());
    this.#options.stack.log('warn', 'A registration at a SIP trunk failed.', {
      detail,
      againInMs: Math.round(pauseMs),
    });
  }
}

/** Seconds granted to our Contact, or to all (RFC 3261 section 10.2.4). */
function findGrantedSeconds(response: ReceivedResponse, contact: string): number | undefined {
  const ours = parseUri(contact.replace(/^<|>$/g, ''));
  for (const value of response.headers.list('contact')) {
    const address = parseNameAddress(value);
    const uri = address?.parsedUri;
    const expires = address?.parameters.get('expires');
    if (uri && ours && uri.host === ours.host && uri.port === ours.port && expires && /^\d+$/.test(expires)) {
      return Number(expires);
    }
  }
  const expires = response.headers.find('expires');
  return expires !== undefined && /^\d+$/.test(expires) ? Number(expires) : undefined;
}
