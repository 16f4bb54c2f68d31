import { type MessagePort, Worker } from 'node:worker_threads';
import type { CarrierEnvironment, MediaControl } from '@parley/carriers/carrier';
import type { EndReason } from '@parley/contract/end-reasons';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import type { Log } from '../../platform/log/log.ts';
import type {
  CallThreadData,
  FromThread,
  HandoverOrder,
  OutsideQuestion,
  StartCall,
  ToThread,
} from './thread/thread-messages.ts';

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void };
type Thread = {
  worker: Worker;
  legs: Set<string>;
  callIds: Set<string>;
  pending: Map<number, Pending>;
  /** What its calls asked and were not answered yet. */
  asks: Map<number, AbortController>;
};

export type CallThreadsOptions = {
  threads: number;
  environment: CarrierEnvironment;
  log: Log;
  onEvent: (callId: string, event: CallEvent) => void;
  /** How the briefing on a leg of a call ended. */
  onBriefed: (callId: string, legId: string, end: BriefingEnd) => void;
  /** A call asks for what it cannot do itself. A rejection is told to the call as a failure. */
  onAsk: (callId: string, question: OutsideQuestion, signal: AbortSignal) => Promise<unknown>;
  onHealth: (health: { thread: number; liveCalls: number; tickLateMsMax: number }) => void;
};

/**
 * The threads that run calls. A leg's media and its call live in one thread, chosen when the media is
 * reserved; a thread that dies ends its calls with `internal_error` and is replaced.
 */
export class CallThreads implements MediaControl {
  readonly #options: CallThreadsOptions;
  readonly #threads: Thread[] = [];
  readonly #placeOfLeg = new Map<string, { thread: Thread; carrierId: string }>();
  /** Calls whose leg has no thread yet: prepared as soon as it has. */
  readonly #toPrepare = new Map<string, StartCall>();
  /** Legs that must live in the thread of a call that runs. */
  readonly #pinned = new Map<string, Thread>();
  readonly #signalListeners = new Map<string, (legId: string, signal: unknown) => void>();
  #lastRequestId = 0;
  #isClosed = false;

  private constructor(options: CallThreadsOptions) {
    this.#options = options;
  }

  /** Starts the threads; resolves when all can take calls. */
  static async open(options: CallThreadsOptions): Promise<CallThreads> {
    const threads = new CallThreads(options);
    await Promise.all(Array.from({ length: options.threads }, (_, index) => threads.#startThread(index)));
    return threads;
  }

  async reserve(
    carrierId: string,
    legId: string,
    request: unknown,
    ports: readonly MessagePort[] = [],
  ): Promise<unknown> {
    const thread =
      this.#pinned.get(legId) ??
      this.#threads.reduce((least, other) => (other.legs.size < least.legs.size ? other : least));
    thread.legs.add(legId);
    this.#placeOfLeg.set(legId, { thread, carrierId });
    const call = this.#toPrepare.get(legId);
    if (call) this.#tell(thread, { type: 'prepare', call });
    try {
      return await this.#ask(thread, { type: 'reserve', carrierId, legId, value: request }, ports);
    } catch (error) {
      this.#forgetLeg(legId);
      throw error;
    }
  }

  async update(legId: string, change: unknown): Promise<unknown> {
    const place = this.#placeOfLeg.get(legId);
    if (!place) throw new Error('This leg has no media.');
    const { thread, carrierId } = place;
    return await this.#ask(thread, { type: 'update', carrierId, legId, value: change });
  }

  release(legId: string): void {
    const place = this.#placeOfLeg.get(legId);
    if (!place) return;
    const { thread, carrierId } = place;
    this.#forgetLeg(legId);
    this.#tell(thread, { type: 'release', carrierId, legId });
  }

  onSignal(carrierId: string, listener: (legId: string, signal: unknown) => void): void {
    this.#signalListeners.set(carrierId, listener);
  }

  /** The line of a call is about to ring: its thread does early what takes time. */
  prepareCall(call: StartCall): void {
    const thread = this.#placeOfLeg.get(call.legId)?.thread;
    if (thread) this.#tell(thread, { type: 'prepare', call });
    else this.#toPrepare.set(call.legId, call);
  }

  /** The call will not start: nothing is prepared for it any more. */
  forgetPrepared(legId: string): void {
    this.#toPrepare.delete(legId);
  }

  /** Starts a call in the thread that holds its leg. Its events follow, `ended` always. */
  startCall(call: StartCall): void {
    const thread = this.#placeOfLeg.get(call.legId)?.thread;
    if (!thread) {
      this.#options.onEvent(call.callId, { type: 'ended', endReason: 'internal_error', atMs: 0 });
      return;
    }
    thread.callIds.add(call.callId);
    this.#tell(thread, { type: 'start', call });
  }

  /** A leg that is about to be placed is to live in the thread of this call. False: no thread runs the call. */
  pinLeg(legId: string, callId: string): boolean {
    const thread = this.#threadOf(callId);
    if (thread) this.#pinned.set(legId, thread);
    return thread !== undefined;
  }

  unpinLeg(legId: string): void {
    this.#pinned.delete(legId);
  }

  /** Orders the other side of a call. Nothing happens to a call that no thread runs. */
  handOver(callId: string, order: HandoverOrder): void {
    const thread = this.#threadOf(callId);
    if (thread) this.#tell(thread, { type: 'handover', callId, order });
  }

  /** False when no thread runs the call: then no `ended` event will come. */
  endCall(callId: string, endReason: EndReason): boolean {
    const thread = this.#threadOf(callId);
    if (thread) this.#tell(thread, { type: 'end', callId, endReason });
    return thread !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(
      this.#threads.map(async ({ worker }) => {
        const hasExited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
        worker.postMessage({ type: 'close' } satisfies ToThread);
        const force = setTimeout(() => void worker.terminate(), 2000);
        await hasExited;
        clearTimeout(force);
      }),
    );
  }

  async #startThread(index: number): Promise<void> {
    const { environment, log } = this.#options;
    const worker = new Worker(new URL('./thread/call-thread.ts', import.meta.url), {
      workerData: { environment } satisfies CallThreadData,
      name: `calls-${index}`,
    });
    const thread: Thread = {
      worker,
      legs: new Set(),
      callIds: new Set(),
      pending: new Map(),
      asks: new Map(),
    };
    this.#threads[index] = thread;
    worker.on('error', (error: Error) =>
      log.error('A call thread failed.', { thread: index, error: error.stack ?? error.message }),
    );
    worker.on('exit', (code) => {
      this.#onExit(index, thread);
      if (this.#isClosed) return;
      log.error('A call thread ended and is replaced.', { thread: index, code, calls: thread.callIds.size });
      void this.#startThread(index);
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', (message: FromThread) => {
        if (message.type === 'ready') {
          worker.off('error', reject);
          resolve();
        } else this.#onMessage(index, thread, message);
      });
    });
  }

  #onMessage(index: number, thread: Thread, message: Exclude<FromThread, { type: 'ready' }>): void {
    switch (message.type) {
      case 'reply':
        thread.pending.get(message.requestId)?.resolve(message.value);
        thread.pending.delete(message.requestId);
        break;
      case 'refusal':
        thread.pending.get(message.requestId)?.reject(new Error(message.error));
        thread.pending.delete(message.requestId);
        break;
      case 'signal':
        this.#signalListeners.get(message.carrierId)?.(message.legId, message.signal);
        break;
      case 'event':
        if (message.event.type === 'ended') thread.callIds.delete(message.callId);
        this.#options.onEvent(message.callId, message.event);
        break;
      case 'briefed':
        this.#options.onBriefed(message.callId, message.legId, message.end);
        break;
      case 'ask':
        void this.#answer(thread, message);
        break;
      case 'take-back':
        thread.asks.get(message.askId)?.abort();
        break;
      case 'health':
        this.#options.onHealth({
          thread: index,
          liveCalls: message.liveCalls,
          tickLateMsMax: message.tickLateMsMax,
        });
        break;
    }
  }

  #onExit(index: number, thread: Thread): void {
    for (const { reject } of thread.pending.values()) reject(new Error(`Call thread ${index} ended.`));
    thread.pending.clear();
    for (const ask of thread.asks.values()) ask.abort();
    for (const legId of thread.legs) this.#placeOfLeg.delete(legId);
    for (const callId of thread.callIds) {
      this.#options.onEvent(callId, { type: 'ended', endReason: 'internal_error', atMs: 0 });
    }
    thread.callIds.clear();
  }

  #ask(
    thread: Thread,
    question: { type: 'reserve' | 'update'; carrierId: string; legId: string; value: unknown },
    ports: readonly MessagePort[] = [],
  ): Promise<unknown> {
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    return new Promise((resolve, reject) => {
      thread.pending.set(requestId, { resolve, reject });
      thread.worker.postMessage({ ...question, requestId } satisfies ToThread, ports);
    });
  }

  #threadOf(callId: string): Thread | undefined {
    return this.#threads.find((each) => each.callIds.has(callId));
  }

  #tell(thread: Thread, message: ToThread): void {
    thread.worker.postMessage(message);
  }

  async #answer(thread: Thread, asked: Extract<FromThread, { type: 'ask' }>): Promise<void> {
    const { askId, callId, question } = asked;
    const controller = new AbortController();
    thread.asks.set(askId, controller);
    try {
      const value = await this.#options.onAsk(callId, question, controller.signal);
      this.#tell(thread, { type: 'answer', askId, answer: { value } });
    } catch (error) {
      this.#tell(thread, { type: 'answer', askId, answer: { error: String(error) } });
    } finally {
      thread.asks.delete(askId);
    }
  }

  #forgetLeg(legId: string): void {
    this.#placeOfLeg.get(legId)?.thread.legs.delete(legId);
    this.#placeOfLeg.delete(legId);
  }
}
