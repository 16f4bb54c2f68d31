import type { CarrierMedia } from '@parley/carriers/carrier';
import type { LiveCall } from '@parley/engine/call/live-call';
import { Bridge } from '@parley/engine/handover/bridge';
import { type BriefingEnd, openBriefing } from '@parley/engine/handover/briefing';
import type { CallProviders } from '@parley/engine/interfaces/call-providers';
import type { Ticker } from '@parley/engine/interfaces/clock';
import type { MediaStream } from '@parley/engine/interfaces/media-stream';
import type { OtherSide } from '@parley/engine/interfaces/other-side';
import type { HandoverOrder, StartCall } from './thread-messages.ts';

export type HandoverInThreadOptions = {
  start: StartCall;
  /** The customer's line. */
  customer: MediaStream;
  providers: Pick<CallProviders, 'speechToText' | 'textToSpeech'>;
  media: ReadonlyMap<string, CarrierMedia>;
  ticker: Ticker;
  /** How a briefing on this leg ended. Who takes the call is joined already. */
  onBriefed: (legId: string, end: BriefingEnd) => void;
  /** Something of the handover broke; the call itself goes on. */
  onFailure: (error: unknown) => void;
};

/** The other side of one call in its thread: holds, briefs and joins as the main thread orders. */
export class HandoverInThread {
  readonly #options: HandoverInThreadOptions;
  readonly #bridge: Bridge;
  #briefing: { call: LiveCall; stopTicks: () => void } | null = null;

  constructor(options: HandoverInThreadOptions) {
    this.#options = options;
    this.#bridge = new Bridge(options.customer);
  }

  /** What the call plays while its agent stands aside. */
  get otherSide(): OtherSide {
    return {
      exchange: (customer) => this.#bridge.exchange(customer),
      takeDigit: (digit) => this.#bridge.takeDigit(digit),
      close: () => {
        this.#stopBriefing();
        this.#bridge.close();
      },
    };
  }

  obey(order: HandoverOrder): void {
    switch (order.do) {
      case 'hold':
        this.#stopBriefing();
        this.#bridge.hold();
        break;
      case 'join':
        this.#bridge.join(this.#streamOf(order));
        break;
      case 'brief':
        this.#brief(order);
        break;
    }
  }

  #brief(order: Extract<HandoverOrder, { do: 'brief' }>): void {
    const { start, providers, ticker, onBriefed, onFailure } = this.#options;
    const media = this.#streamOf(order);
    const call = openBriefing({
      text: order.text,
      agent: start.agent,
      parties: { direction: 'outbound', fromNumber: order.fromNumber, toNumber: order.toNumber },
      providers,
      media,
      clock: { nowMs: () => performance.now() },
      onEnd: (end) => {
        this.#briefing?.stopTicks();
        this.#briefing = null;
        if (end === 'taken') this.#bridge.join(media);
        onBriefed(order.legId, end);
      },
    });
    const stopTicks = ticker.subscribe(() => {
      try {
        call.tick();
      } catch (error) {
        onFailure(error);
        call.end('internal_error');
      }
    });
    this.#briefing = { call, stopTicks };
    call.start();
  }

  /** Its end is told to nobody: whoever stops it knows. */
  #stopBriefing(): void {
    const briefing = this.#briefing;
    this.#briefing = null;
    briefing?.stopTicks();
    briefing?.call.end('staff_hung_up');
  }

  #streamOf({ carrierId, legId }: { carrierId: string; legId: string }): MediaStream {
    const media = this.#options.media.get(carrierId);
    if (!media) throw new Error(`There is no media of the carrier ${carrierId}.`);
    return media.stream(legId);
  }
}
