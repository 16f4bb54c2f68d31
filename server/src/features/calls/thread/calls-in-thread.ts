import type { CarrierMedia } from '@parley/carriers/carrier';
import type { EndReason } from '@parley/contract/end-reasons';
import { LiveCall } from '@parley/engine/call/live-call';
import { prepareGreeting } from '@parley/engine/call/prepare-greeting';
import type { BriefingEnd } from '@parley/engine/handover/briefing';
import type { CallEvent } from '@parley/engine/interfaces/call-events';
import type { CallProviders } from '@parley/engine/interfaces/call-providers';
import type { Knowledge } from '@parley/engine/interfaces/knowledge';
import type { MediaStream } from '@parley/engine/interfaces/media-stream';
import type { OutsideTools } from '@parley/engine/interfaces/outside-tools';
import type { Recorder } from '@parley/engine/interfaces/recorder';
import { toolsForAgent } from '@parley/engine/tools/tools-for-agent';
import { FileRecorder } from './file-recorder.ts';
import { HandoverInThread } from './handover-in-thread.ts';
import { SharedTicker } from './shared-ticker.ts';
import type { HandoverOrder, StartCall } from './thread-messages.ts';

type Running = { call: LiveCall; handover: HandoverInThread; stopTicks: () => void };

export type CallsInThreadOptions = {
  media: ReadonlyMap<string, CarrierMedia>;
  openProviders: (choices: StartCall['providers']) => CallProviders;
  onEvent: (callId: string, event: CallEvent) => void;
  onBriefed: (callId: string, legId: string, end: BriefingEnd) => void;
  /** What calls ask of the world beside their providers. */
  outside: { toolsOf: (callId: string) => OutsideTools; knowledgeOf: (callId: string) => Knowledge };
};

/** Runs live calls on one shared ticker: what a call thread does, free of how it is spoken to. */
export class CallsInThread {
  readonly #options: CallsInThreadOptions;
  readonly #ticker = new SharedTicker();
  readonly #running = new Map<string, Running>();

  constructor(options: CallsInThreadOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#running.size;
  }

  takeLateMsMax(): number {
    return this.#ticker.takeLateMsMax();
  }

  /** The line of a call rings: its greeting is made meanwhile. What fails here fails again, and loudly, at the start. */
  prepare(start: StartCall): void {
    if (start.prior?.length) return;
    try {
      prepareGreeting(start.agent, this.#options.openProviders(start.providers).textToSpeech);
    } catch {
      // The start of the call tells.
    }
  }

  /** Starts a call on its reserved leg. Whatever goes wrong reaches the owner as the `ended` event. */
  start(start: StartCall): void {
    const { outside } = this.#options;
    let recorder: Recorder | null = null;
    try {
      const media = this.#options.media.get(start.carrierId);
      if (!media) throw new Error(`There is no media of the carrier ${start.carrierId}.`);
      const stream = media.stream(start.legId);
      recorder = this.#openRecorder(start, stream);
      const providers = this.#options.openProviders(start.providers);
      const handover = this.#openHandover(start, stream, providers);
      const call = new LiveCall({
        agent: start.agent,
        parties: start.parties,
        policy: start.policy,
        prior: start.prior ?? [],
        providers,
        media: stream,
        recorder,
        tools: toolsForAgent(start.tools, outside.toolsOf(start.callId)),
        knowledge: start.hasKnowledge ? outside.knowledgeOf(start.callId) : null,
        otherSide: handover.otherSide,
        clock: { nowMs: () => performance.now() },
        onEvent: (event) => this.#onEvent(start.callId, event),
      });
      this.#running.set(start.callId, {
        call,
        handover,
        stopTicks: this.#ticker.subscribe(
          () => this.#guard(start.callId, call, 'tick'),
          () => this.#guard(start.callId, call, 'hear'),
        ),
      });
      call.start();
    } catch (error) {
      recorder?.close();
      this.#fail(start.callId, error);
    }
  }

  /** The world ends a call: the far end, staff, or the process. Nothing happens to a call that has ended. */
  end(callId: string, endReason: EndReason): void {
    this.#running.get(callId)?.call.end(endReason);
  }

  /** The other side of a call does as the main thread orders. Nothing happens to a call that has ended. */
  handOver(callId: string, order: HandoverOrder): void {
    const running = this.#running.get(callId);
    try {
      running?.handover.obey(order);
    } catch (error) {
      warnOfHandover(error);
      // Whoever waits for the answer is told that there is none.
      if (order.do === 'brief') this.#options.onBriefed(callId, order.legId, 'not_taken');
    }
  }

  #openHandover(start: StartCall, customer: MediaStream, providers: CallProviders): HandoverInThread {
    return new HandoverInThread({
      start,
      customer,
      providers,
      media: this.#options.media,
      ticker: this.#ticker,
      onBriefed: (legId, end) => this.#options.onBriefed(start.callId, legId, end),
      onFailure: warnOfHandover,
    });
  }

  /** A recording that cannot be made never costs the call. */
  #openRecorder(start: StartCall, stream: MediaStream): Recorder | null {
    if (start.recordingPath === null) return null;
    const onFailure = (): void => this.#noteLostRecording(start.callId);
    try {
      return new FileRecorder(start.recordingPath, stream.sampleRateHz, onFailure);
    } catch {
      onFailure();
      return null;
    }
  }

  #noteLostRecording(callId: string): void {
    const note = { atMs: 0, kind: 'carrier', text: 'The recording of this call is incomplete.' } as const;
    this.#options.onEvent(callId, { type: 'note', note, atMs: 0 });
  }

  #guard(callId: string, call: LiveCall, half: 'tick' | 'hear'): void {
    try {
      if (half === 'hear') call.hear();
      else call.tick();
    } catch (error) {
      this.#fail(callId, error);
    }
  }

  #onEvent(callId: string, event: CallEvent): void {
    if (event.type === 'ended') this.#forget(callId);
    this.#options.onEvent(callId, event);
  }

  /** A defect of ours ends this call alone; the others on the thread go on. */
  #fail(callId: string, error: unknown): void {
    const running = this.#running.get(callId);
    this.#forget(callId);
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#options.onEvent(callId, {
      type: 'note',
      note: { atMs: 0, kind: 'carrier', text: 'The call failed.' },
      atMs: 0,
    });
    process.emitWarning(`A call failed: ${text}`);
    try {
      running?.call.end('internal_error');
    } catch {
      // The call is broken already; the owner hears of its end below.
    }
    this.#options.onEvent(callId, { type: 'ended', endReason: 'internal_error', atMs: 0 });
  }

  #forget(callId: string): void {
    this.#running.get(callId)?.stopTicks();
    this.#running.delete(callId);
  }
}

function warnOfHandover(error: unknown): void {
  process.emitWarning(
    `A handover failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
}
