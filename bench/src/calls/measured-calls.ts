import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { CarrierMedia } from '@parley/carriers/carrier';
import { openMedia } from '@parley/carriers/sip/media/open-media';
import type { MediaSignal } from '@parley/carriers/sip/media-messages';
import { type CallPolicy, defaultCallPolicy } from '@parley/engine/interfaces/call-settings';
import { CallsInThread } from '@parley/server/features/calls/thread/calls-in-thread';
import { openScriptedProviders } from './scripted-providers.ts';
import type { SpokenLine } from './speech-clips.ts';

export type MeasuredCallsOptions = {
  /** The most calls at a time. */
  calls: number;
  lines: readonly SpokenLine[];
  answers: readonly string[];
  finalDelayMs: number;
  policy: Partial<CallPolicy>;
  /** Whether calls are recorded to disk. */
  isRecorded: boolean;
};

/** What all legs told at their end. */
export type LegTotals = { legs: number; packetsSent: number; packetsReceived: number };

/**
 * Calls of the product in this thread, as a call thread runs them: RTP sockets, voice activity detection, turn rules,
 * agent, recording. What they tell goes over a message port, as in the product.
 */
export class MeasuredCalls {
  readonly totals: LegTotals = { legs: 0, packetsSent: 0, packetsReceived: 0 };
  /** Final texts as pairs of call and time. */
  readonly finals: { call: number; atMs: number }[] = [];
  /** Why calls ended that nobody hung up. */
  readonly failures: string[] = [];
  readonly calls: CallsInThread;
  readonly #options: MeasuredCallsOptions;
  readonly #media: CarrierMedia;
  readonly #channel = new MessageChannel();
  readonly #folder: string | null;
  #isClosing = false;

  constructor(options: MeasuredCallsOptions) {
    this.#options = options;
    this.#folder = options.isRecorded ? mkdtempSync(join(tmpdir(), 'parley-bench-')) : null;
    this.#media = openMedia({
      environment: {
        sipHost: '127.0.0.1',
        sipPort: 0,
        rtpPortMin: firstRtpPort,
        rtpPortMax: firstRtpPort + options.calls * 2 + 199,
        productName: 'bench',
        publicUrl: 'http://localhost:3000',
        processUrl: 'http://localhost:3000',
      },
      // The SIP carrier has nobody to make speak.
      textToSpeech: { sampleRateHz: 8000, speak: () => ({ [Symbol.asyncIterator]: noChunks }) },
      onSignal: (_legId, signal) => this.#takeSignal(signal as MediaSignal),
    });
    this.#channel.port2.on('message', () => {});
    let opened = 0;
    this.calls = new CallsInThread({
      media: new Map([['sip', this.#media]]),
      openProviders: () => {
        const call = opened;
        opened += 1;
        return openScriptedProviders({
          ...options,
          onFinal: (atMs) => {
            if (this.finals.length < mostFinals) this.finals.push({ call, atMs });
          },
        });
      },
      onBriefed: () => undefined,
      outside: {
        toolsOf: () => ({ run: () => Promise.reject(new Error('The agent has no functions.')) }),
        knowledgeOf: () => ({ search: async () => [] }),
      },
      onEvent: (callId, event) => {
        this.#channel.port1.postMessage({ type: 'event', callId, event });
        if (event.type !== 'ended') return;
        if (!this.#isClosing) this.failures.push(event.endReason);
        // A recording is looked at by nobody: the disk must not fill.
        if (this.#folder) rmSync(this.#recordingPath(callId)!, { force: true });
      },
    });
  }

  /** Opens the near end of a call; returns its RTP port. */
  async reserve(call: number): Promise<number> {
    const reserved = await this.#media.reserve(`${call}`, {
      role: 'answerer',
      wanted: ['PCMU'],
      localAddress: '127.0.0.1',
    });
    return (reserved as { port: number }).port;
  }

  /** The far end answered there; the call begins. Calls must be started in the order of their numbers. */
  async start(call: number, port: number): Promise<void> {
    const remote = {
      address: '127.0.0.1',
      port,
      codec: { name: 'PCMU', payloadType: 0 },
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
    };
    await this.#media.update(`${call}`, { kind: 'remote', remote });
    this.calls.start({
      callId: `${call}`,
      carrierId: 'sip',
      legId: `${call}`,
      agent,
      tools: { own: ['end_call', 'press_digit'], outside: [] },
      hasKnowledge: false,
      parties: { direction: 'inbound', fromNumber: '+15550100001', toNumber: '+15550100002' },
      policy: { ...defaultCallPolicy, ...this.#options.policy },
      providers: { speechToText: null, textToSpeech: none, languageModel: none },
      recordingPath: this.#recordingPath(`${call}`),
    });
  }

  /** Hangs up and gives the ports back. */
  end(call: number): void {
    this.#isClosing = true;
    this.calls.end(`${call}`, 'customer_hung_up');
    this.#media.release(`${call}`);
  }

  close(): void {
    this.#media.close();
    this.#channel.port1.close();
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }

  #recordingPath(callId: string): string | null {
    return this.#folder && join(this.#folder, `${callId}.wav`);
  }

  #takeSignal(signal: MediaSignal): void {
    if (signal.kind !== 'statistics') return;
    this.totals.legs += 1;
    this.totals.packetsSent += signal.packetsSent;
    this.totals.packetsReceived += signal.packetsReceived;
  }
}

async function* noChunks(): AsyncGenerator<never> {}

const none = { vendor: 'none', settings: {} };
const agent = {
  name: 'Ada',
  prompt: 'You answer the telephone of a small restaurant. Be brief and friendly.',
  welcome: { mode: 'play' as const, text: 'Hello, this is Ada. How can I help you today?' },
  voice: 'slt',
  language: 'en-US',
  knownFields: {},
  missingFields: [],
};
/** Below the ports that systems give out by themselves. */
const firstRtpPort = 10_000;
const mostFinals = 100_000;
