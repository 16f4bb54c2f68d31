import { afterEach, describe, expect, test } from 'vitest';
import type { CarrierMedia, CarrierOptions, MediaControl } from '../../carrier.ts';
import type { MediaSignal, ReserveRequest } from '../media-messages.ts';
import { openSipService, type SipService } from '../sip-service.ts';
import { localTls } from '../testing/testing-certificates.ts';
import { findFreePort, findFreePorts } from '../testing/testing-service.ts';
import { openMedia } from './open-media.ts';
import { type BaresipCall, callWithBaresip } from './testing-baresip.ts';
import { voiceLike } from './testing-signals.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe('a call of a real phone', () => {
  test.each([
    ['PCMU', 8000],
    ['PCMA', 8000],
    ['G722', 16_000],
  ] as const)('by %s is heard on both sides', (codec, rateHz) => callAgent(codec, rateHz));

  test('encrypted by TLS and SRTP is heard on both sides', () => callAgent('G722', 16_000, true));

  async function callAgent(codec: BaresipCall['codec'], rateHz: 8000 | 16_000, isEncrypted = false) {
    const sipPort = await findFreePort();
    const phoneSays = voiceLike(rateHz, 3, { pitchHz: 150 });
    const agentSays = voiceLike(rateHz, 3, { pitchHz: 110 });
    const agent = await openAgent(sipPort, agentSays);
    const at = isEncrypted ? `${sipPort + 1};transport=tls` : sipPort;
    const phoneHeard = await callWithBaresip({
      uri: `sip:+14155550123@127.0.0.1:${at}`,
      codec,
      says: phoneSays,
      ...(isEncrypted && { encryptedBy: localTls.authorities! }),
      until: agent.hasTalked,
    });
    expect(agent.isEncrypted()).toBe(isEncrypted);
    expect(agent.rateHz()).toBe(rateHz);
    expect(findLikeness(phoneSays, Int16Array.from(agent.heard), rateHz)).toBeGreaterThan(0.95);
    expect(findLikeness(agentSays, phoneHeard, rateHz)).toBeGreaterThan(0.95);
    await expect.poll(() => agent.statistics()).toMatchObject({ kind: 'statistics', packetsLost: 0 });
    expect(agent.statistics()?.packetsReceived).toBeGreaterThan(120);
    expect(agent.statistics()?.packetsSent).toBeGreaterThan(120);
  }
});

/** Answers the first call, says its words, and keeps what it hears. Both halves of the carrier run in this thread. */
async function openAgent(sipPort: number, says: Int16Array) {
  const firstPort = await findFreePorts(20);
  const environment = {
    sipHost: '127.0.0.1',
    sipPort,
    sipTls: localTls,
    rtpPortMin: firstPort,
    rtpPortMax: firstPort + 19,
    productName: 'Parley',
    publicUrl: 'http://localhost:3000',
    processUrl: 'http://localhost:3000',
  };
  const signals: MediaSignal[] = [];
  let tellSignal: (legId: string, signal: unknown) => void = () => undefined;
  const media = openMedia({
    environment,
    textToSpeech: null as never,
    onSignal(legId, signal) {
      signals.push(signal as MediaSignal);
      tellSignal(legId, signal);
    },
  });
  const heard: number[] = [];
  let rateHz = 0;
  let isEncrypted = false;
  const { promise: hasTalked, resolve: onTalked } = Promise.withResolvers<void>();
  const options: CarrierOptions = {
    environment,
    connections: [],
    media: {
      ...controlOf(media, (listener) => {
        tellSignal = listener;
      }),
      reserve(_carrierId, legId, request) {
        isEncrypted = (request as ReserveRequest).isEncrypted;
        return media.reserve(legId, request);
      },
    },
    onNumbers: () => undefined,
    async onOffer({ legId, leg }) {
      leg.onEvent((event) => {
        if (event.type !== 'answered') return;
        const stream = media.stream(legId);
        rateHz = stream.sampleRateHz;
        const frame = rateHz / 50;
        let at = 0;
        closing.push(
          startTicks(() => {
            heard.push(...stream.read());
            stream.write(at + frame <= says.length ? says.subarray(at, at + frame) : null);
            at += frame;
            if (at > says.length + rateHz) onTalked();
          }),
        );
      });
      return { answer: true };
    },
    log: () => undefined,
  };
  const service: SipService = await openSipService(options);
  closing.push(() => service.close());
  closing.push(() => media.close());
  return {
    heard,
    /** A second after the last of its words. */
    hasTalked,
    rateHz: () => rateHz,
    isEncrypted: () => isEncrypted,
    statistics: () => signals.find((signal) => signal.kind === 'statistics'),
  };
}

function controlOf(
  media: CarrierMedia,
  listen: (listener: (legId: string, signal: unknown) => void) => void,
): MediaControl {
  return {
    reserve: (_carrierId, legId, request) => media.reserve(legId, request),
    update: (legId, change) => media.update(legId, change),
    release: (legId) => media.release(legId),
    onSignal: (_carrierId, listener) => listen(listener),
  };
}

/** Every 20 ms by absolute time. */
function startTicks(onTick: () => void): () => void {
  let nextMs = performance.now();
  let timer = setTimeout(function tick() {
    while (performance.now() >= nextMs) {
      onTick();
      nextMs += 20;
    }
    timer = setTimeout(tick, Math.max(0, nextMs - performance.now()));
  }, 0);
  return () => clearTimeout(timer);
}

/**
 * How well the pieces of what was said are found again anywhere in what was heard: the median over seven pieces of
 * a quarter of a second, as a busy machine may lose one.
 */
function findLikeness(said: Int16Array, heard: Int16Array, rateHz: number): number {
  const length = rateHz / 4;
  const found = Array.from({ length: 7 }, (_, piece) => {
    const start = Math.round(rateHz * (0.5 + piece * 0.3));
    return findPiece(said.subarray(start, start + length), heard);
  });
  return found.sort((a, b) => a - b)[3]!;
}

/** Looks everywhere with every fourth sample, then compares all of them at the best place. */
function findPiece(piece: Int16Array, heard: Int16Array): number {
  let best = 0;
  let bestLag = 0;
  for (let lag = 0; lag + piece.length <= heard.length; lag += 1) {
    const found = correlate(piece, heard, { lag, stride: 4 });
    if (found <= best) continue;
    best = found;
    bestLag = lag;
  }
  return correlate(piece, heard, { lag: bestLag, stride: 1 });
}

function correlate(piece: Int16Array, heard: Int16Array, at: { lag: number; stride: number }): number {
  let product = 0;
  let power = 1;
  let heardPower = 1;
  for (let i = 0; i < piece.length; i += at.stride) {
    const said = piece[i]!;
    const sample = heard[at.lag + i]!;
    product += said * sample;
    power += said * said;
    heardPower += sample * sample;
  }
  return product / Math.sqrt(power * heardPower);
}
