import { randomBytes } from 'node:crypto';
import { Dialog } from '../calls/dialog.ts';
import type { DigestClient } from '../digest.ts';
import type { ReceivedResponse } from '../message/message.ts';
import { createTag } from '../message/response.ts';
import { TimerSet } from '../scheduler.ts';
import type { SipStack } from '../sip-stack.ts';
import type { Flow } from '../transport/flow.ts';

export type KeepAliveOptions = {
  stack: SipStack;
  /** The trunk, such as `sip:sip.example.com`. */
  target: string;
  from: string;
  digest: DigestClient | undefined;
  routes: readonly string[];
  openFlow(): Promise<Flow>;
  takeVia(response: ReceivedResponse, flow: Flow): boolean;
  onUnreachable(): void;
};

/** Below the 30 s after which many address translators forget a UDP port (RFC 4787 section 4.3 allows 2 min). */
const aliveMs = 25_000;
const againMs = 10_000;

/** Asks a trunk from time to time whether it is there (RFC 3261 section 11), which keeps the way to us open too. */
export class KeepAlive {
  readonly #options: KeepAliveOptions;
  readonly #timers: TimerSet;
  #state: { isReachable: boolean; detail: string } = { isReachable: false, detail: 'Not asked yet.' };
  #wasTried = false;
  #isStopped = false;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    this.#timers = new TimerSet(options.stack.scheduler);
  }

  get state() {
    return this.#state;
  }

  /** Whether it is known how the trunk does. */
  get wasTried(): boolean {
    return this.#wasTried;
  }

  start(): void {
    void this.#ask();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timers.clearAll();
  }

  async #ask(): Promise<void> {
    const state = await this.#probe();
    if (this.#isStopped) return;
    if (!state.isReachable && this.#state.isReachable) {
      this.#options.stack.log('warn', 'A SIP trunk is not reachable any more.', { detail: state.detail });
    }
    this.#state = state;
    this.#wasTried = true;
    this.#timers.set('next', state.isReachable ? aliveMs : againMs, () => void this.#ask());
  }

  async #probe(): Promise<{ isReachable: boolean; detail: string }> {
    const { stack, target, from, digest, routes, openFlow, takeVia, onUnreachable } = this.#options;
    let flow: Flow;
    try {
      flow = await openFlow();
    } catch (error) {
      return { isReachable: false, detail: error instanceof Error ? error.message : String(error) };
    }
    const dialog = new Dialog({
      stack,
      callId: randomBytes(16).toString('hex'),
      local: `${from};tag=${createTag()}`,
      remote: `<${target}>`,
      target,
      routes,
      contact: '',
      flow,
      digest,
      isPinned: true,
    });
    const { response, failure } = await dialog.request('OPTIONS', { headers: { accept: 'application/sdp' } });
    if (failure) {
      onUnreachable();
      return { isReachable: false, detail: `The trunk did not answer: ${failure.detail}.` };
    }
    takeVia(response, flow);
    // Any answer shows that it is there, but for those that say it takes no calls now.
    return response.status === 503 || response.status === 408
      ? { isReachable: false, detail: `The trunk takes no calls now (SIP ${response.status}).` }
      : { isReachable: true, detail: 'It answers: calls can go out.' };
  }
}
