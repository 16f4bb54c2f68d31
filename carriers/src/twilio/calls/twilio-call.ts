import { randomBytes } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { EndReason } from '@parley/contract/end-reasons';
import { Allowance } from '../../allowance.ts';
import type { FarEndSocket } from '../../carrier.ts';
import { PlainLeg } from '../../plain-leg.ts';
import type { TwilioAccount } from '../account/twilio-account.ts';
import type { ToStreamMedia } from '../media/media-messages.ts';
import { eventOf } from '../media/stream-message.ts';
import type { Schedule } from '../schedule.ts';
import { type CallStatus, endReasonOfStatus, finalStatuses } from './end-reason-of.ts';

/** A call whose socket is gone this long has no sound any more. Twilio asks what to do at once. */
export const returnMs = 8_000;
/** Twilio opens the socket as soon as the line is open. */
export const openMs = 10_000;
/** How long a webhook may take that names a call of which it is not known whether it was begun. */
export const nameMs = 8_000;
/** How long nothing may be heard of a call that is not answered yet, before it is asked for; then how often. */
export const silentMs = 10_000;
export const askAgainMs = 15_000;
/** So many questions in a row that nobody answers: the call is given up. */
const unansweredLimit = 6;
/** More than this not yet sent is a network that stands still: two seconds of sound. What comes then is dropped. */
const unsentLimitBytes = 30_000;
/** Twilio sends 50 frames a second, and what waited meanwhile after a stall. */
const messagesPerSecond = 120;

/** What Twilio knows of a call, as a webhook or an answer tells it. */
export type CallNews = { status: CallStatus; sipResponse: number; error: number };

export type TwilioCallOptions = {
  legId: string;
  direction: 'inbound' | 'outbound';
  account: TwilioAccount;
  /** To the media half of this leg. */
  audio: MessagePort;
  schedule: Schedule;
  /** Asks Twilio how a call is. Rejects when it does not say. */
  ask: (callSid: string) => Promise<CallNews>;
  /** Sees to it that a call ends at Twilio too. */
  finish: (callSid: string, isAnswered: boolean) => void;
  /** The leg is over. Told once. */
  onEnd: (call: TwilioCall) => void;
};

/**
 * One call at Twilio, in the main thread: hands the text of its socket to the call thread and back, and finds out by
 * webhooks, by the socket, and by asking where both are silent, how the call is. It outlives a broken socket.
 */
export class TwilioCall {
  readonly leg: PlainLeg;
  readonly direction: TwilioCallOptions['direction'];
  readonly account: TwilioAccount;
  callSid: string | undefined;
  /** What the next socket must bring; of use once. */
  token = '';
  /** How often a socket was asked for. */
  turn = 0;
  readonly #options: TwilioCallOptions;
  #socket: FarEndSocket | undefined;
  #cancelTimer: () => void = () => undefined;
  #isOpen = false;
  #isRinging = false;
  #isFinalThere = false;
  #hasEnded = false;
  #unanswered = 0;

  constructor(options: TwilioCallOptions) {
    this.#options = options;
    this.direction = options.direction;
    this.account = options.account;
    this.leg = new PlainLeg(options.legId, () => this.end({ endReason: 'staff_hung_up' }));
    options.audio.on('message', (text: unknown) => this.#send(text));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether a socket was asked for and has not come. */
  get awaitsSocket(): boolean {
    return this.token !== '';
  }

  /** Whether a socket carries its sound now. */
  get hasSocket(): boolean {
    return this.#socket !== undefined;
  }

  /** Twilio knows the call by this name from now on. */
  name(callSid: string): void {
    if (this.callSid !== undefined || !/^CA[0-9a-f]{32}$/.test(callSid)) return;
    this.callSid = callSid;
    if (this.#hasEnded) this.#finish();
    else this.#waitForNews(silentMs);
  }

  /** The call may have begun or not: only Twilio can tell, by a webhook. */
  awaitName(detail: string): void {
    if (this.callSid === undefined && !this.#hasEnded)
      this.#setTimer(() => this.end({ endReason: 'carrier_failed', detail }), nameMs);
  }

  /** A socket is asked for now: it has a token and a turn of its own, and earlier ones lose their use. */
  beginTurn(): { token: string; turn: number } {
    this.token = newToken();
    this.turn += 1;
    return { token: this.token, turn: this.turn };
  }

  /** Twilio's side of the socket is gone, which it may say before the socket does. */
  loseSocket(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#detach(socket);
    socket.close(1000, 'Another stream takes over.');
  }

  /** The line is about to open: a socket will come. */
  awaitSocket(): void {
    if (this.#socket || this.#hasEnded) return;
    this.#setTimer(() => this.#giveUp(), this.#isOpen ? returnMs : openMs);
  }

  /** The socket of the call is there, for the first time or again. */
  attach(socket: FarEndSocket, streamSid: string): void {
    if (this.#hasEnded) {
      socket.close(1000, 'The call is over.');
      return;
    }
    this.token = '';
    const before = this.#socket;
    this.#socket = socket;
    before?.close(1000, 'Another stream took over.');
    this.#cancelTimer();
    this.#tellMedia({ type: 'connected', streamSid });
    const allowance = new Allowance(messagesPerSecond);
    socket.onMessage((message) => {
      if (this.#socket === socket && !this.#hasEnded) this.#take(socket, message, allowance);
    });
    socket.onClose(() => this.#detach(socket));
    if (this.#isOpen || this.#hasEnded || this.#socket !== socket) return;
    this.#isOpen = true;
    this.leg.tell({ type: 'answered' });
  }

  /** Twilio tells how the call is. News may come twice, and in any order. */
  hear({ status, sipResponse, error }: CallNews): void {
    this.#unanswered = 0;
    const isFinal = finalStatuses.has(status);
    if (isFinal) this.#isFinalThere = true;
    if (this.#hasEnded) return;
    if (isFinal) {
      const hadMedia = this.#isOpen;
      this.end(endReasonOfStatus(status, { hadMedia, sipResponse, error }));
      return;
    }
    if (this.#isOpen) {
      // Without a socket it goes on waiting for one, as long as it had begun to.
      return;
    }
    if (status === 'in-progress') this.awaitSocket();
    else {
      if (status === 'ringing' && !this.#isRinging) {
        this.#isRinging = true;
        this.leg.tell({ type: 'ringing' });
      }
      this.#waitForNews(silentMs);
    }
  }

  /** Closes the line on both sides. Does nothing to one that is closed. */
  end({ endReason, detail }: { endReason: EndReason; detail?: string }): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.token = '';
    this.#cancelTimer();
    this.#socket?.close(1000, 'The call is over.');
    this.#options.audio.close();
    this.#finish();
    // What the network says of a failure is for the call's notes.
    if (detail !== undefined && !this.#isOpen && endReason === 'carrier_failed')
      this.leg.tell({ type: 'note', text: detail });
    this.#options.onEnd(this);
    this.leg.end(endReason, detail);
  }

  /** The call was refused when it was offered: it ends at Twilio by our answer. */
  refuse(): void {
    this.#isFinalThere = true;
    this.end({ endReason: 'no_answer' });
  }

  #finish(): void {
    if (this.callSid === undefined || this.#isFinalThere) return;
    // What comes in is answered by taking it.
    this.#options.finish(this.callSid, this.#isOpen || this.direction === 'inbound');
  }

  #take(socket: FarEndSocket, message: Uint8Array | string, allowance: Allowance): void {
    if (typeof message !== 'string') {
      socket.close(1003, 'Text is expected.');
      return;
    }
    const event = eventOf(message);
    // Sent when the call is over: hung up by the far end, for we would have closed the socket ourselves. Were it not,
    // Twilio would ask what to do and hear so.
    if (event === 'stop') {
      this.#isFinalThere = true;
      this.end({ endReason: 'customer_hung_up' });
    } else if (event === 'media' || event === 'dtmf' || event === 'mark') {
      if (allowance.take(performance.now())) this.#options.audio.postMessage(message);
    }
  }

  #detach(socket: FarEndSocket): void {
    if (this.#socket !== socket || this.#hasEnded) return;
    this.#socket = undefined;
    this.#tellMedia({ type: 'dropped' });
    this.awaitSocket();
    void this.#askOnce();
  }

  /** No socket came. What Twilio says decides; where the call stands there without sound, it is ended. */
  #giveUp(): void {
    void this.#askOnce().then(() => {
      if (this.#socket || this.#hasEnded) return;
      const detail = this.#isOpen
        ? 'The stream of the call broke off and did not come back.'
        : 'Twilio opened no stream to this server: can it reach PUBLIC_URL by WebSocket?';
      this.end({ endReason: 'media_lost', detail });
    });
  }

  /** Nothing was heard for a while: a lost webhook must not lose the call. */
  #waitForNews(delayMs: number): void {
    if (this.#hasEnded || this.#isOpen || this.callSid === undefined) return;
    this.#setTimer(() => {
      void this.#askOnce().then(() => this.#waitForNews(askAgainMs));
    }, delayMs);
  }

  async #askOnce(): Promise<void> {
    if (this.callSid === undefined || this.#hasEnded) return;
    try {
      this.hear(await this.#options.ask(this.callSid));
    } catch {
      this.#unanswered += 1;
      if (this.#unanswered >= unansweredLimit)
        this.end({ endReason: 'carrier_failed', detail: 'Twilio does not say any more how the call is.' });
    }
  }

  #setTimer(work: () => void, delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.schedule(work, delayMs);
  }

  #tellMedia(message: ToStreamMedia): void {
    this.#options.audio.postMessage(message);
  }

  #send(text: unknown): void {
    const socket = this.#socket;
    if (!socket || typeof text !== 'string' || socket.unsentBytes > unsentLimitBytes) return;
    socket.send(text);
  }
}

/** 192 random bits: nobody guesses a token. */
function newToken(): string {
  return randomBytes(24).toString('base64url');
}
