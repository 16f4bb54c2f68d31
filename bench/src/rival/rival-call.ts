import { monotonicMs } from '../measuring/monotonic-ms.ts';
import type { RivalFrame, RivalLibrary, RivalSession } from './rival-library.ts';
import type { RivalProviders } from './rival-providers.ts';

/** One session of the rival without a room: a frame goes in and one comes out per tick. */
export type RivalCall = {
  /** One tick: 20 ms of the customer in, 20 ms of the agent out. */
  tick(frame: RivalFrame): void;
  readonly state: {
    /** Ticks at which the agent was in the middle of its answer and had no audio. */
    underruns: number;
    /** When the agent began to be heard, on the clock of `monotonicMs`. */
    begins: number[];
    isSpeaking: boolean;
  };
  close(): Promise<void>;
};

export type RivalCallOptions = {
  library: RivalLibrary;
  providers: RivalProviders;
  /** Silence after the last word that ends the customer's turn. */
  endpointingMs: number;
};

/** Starts an AgentSession as its documentation shows, with its own audio in and out. */
export async function startRivalCall(options: RivalCallOptions): Promise<RivalCall> {
  const { library, providers, endpointingMs } = options;
  const { Agent, AgentSession } = library.agents.voice;
  let push: ((frame: RivalFrame) => void) | undefined;
  const source = new ReadableStream<RivalFrame>({
    start: (controller) => {
      push = (frame) => controller.enqueue(frame);
    },
  });
  const input = new library.agents.voice.AudioInput();
  input.multiStream.addInputStream(source);
  const { sink, state, takeFrame } = openSink(library);
  const session: RivalSession = new AgentSession({
    ...providers,
    // Its detector would cost more: turns go by what the recogniser says.
    vad: null,
    turnHandling: {
      turnDetection: 'stt',
      endpointing: { minDelay: endpointingMs, maxDelay: endpointingMs },
      interruption: { mode: 'vad' },
    },
    aecWarmupDuration: null,
    userAwayTimeout: null,
  });
  session.input.audio = input;
  session.output.audio = sink;
  await session.start({ agent: new Agent({ instructions: 'Be brief and friendly.' }), record: false });
  return {
    state,
    tick(frame) {
      push?.(frame);
      takeFrame();
    },
    close: () => session.close(),
  };
}

/** An output that is emptied by ticks, holds one second, and says when its audio begins and ends. */
function openSink(library: RivalLibrary): {
  sink: object;
  state: RivalCall['state'];
  takeFrame: () => void;
} {
  const state: RivalCall['state'] = { underruns: 0, begins: [], isSpeaking: false };
  let queued: Int16Array[] = [];
  let offset = 0;
  let played = 0;
  let isComplete = false;
  let room: (() => void) | null = null;
  const finish = (interrupted: boolean): void => {
    state.isSpeaking = false;
    isComplete = false;
    queued = [];
    offset = 0;
    room?.();
    room = null;
    const playbackPosition = played / 50;
    played = 0;
    sink.onPlaybackFinished({ playbackPosition, interrupted });
  };
  class Sink extends library.agents.voice.AudioOutput {
    constructor() {
      super(8000, undefined, { pause: false });
    }
    override async captureFrame(frame: RivalFrame): Promise<void> {
      await super.captureFrame(frame);
      if (!state.isSpeaking) {
        state.isSpeaking = true;
        state.begins.push(monotonicMs());
        this.onPlaybackStarted(Date.now());
      }
      queued.push(frame.data);
      if (queued.length >= heldFrames)
        await new Promise<void>((resolve) => {
          room = resolve;
        });
    }
    override flush(): void {
      super.flush();
      if (state.isSpeaking) isComplete = true;
    }
    clearBuffer(): void {
      if (state.isSpeaking) finish(true);
    }
  }
  const sink = new Sink();
  return {
    sink,
    state,
    takeFrame() {
      if (!state.isSpeaking) return;
      const first = queued[0];
      if (!first) {
        if (isComplete) finish(false);
        else state.underruns += 1;
        return;
      }
      played += 1;
      offset += 160;
      if (offset < first.length) return;
      queued.shift();
      offset = 0;
      room?.();
      room = null;
    },
  };
}

/** Ten frames of 100 ms. */
const heldFrames = 10;
