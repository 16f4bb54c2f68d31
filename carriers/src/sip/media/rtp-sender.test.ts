import { describe, expect, it } from 'vitest';
import { settle } from '../testing/settle.ts';
import { findFreePorts } from '../testing/testing-service.ts';
import { useTestCalls } from './testing-call.ts';
import { toneDbfs } from './testing-signals.ts';

const firstPort = await findFreePorts(400);

describe('what a stream sends', () => {
  const { clock, openCall, openEnd, openPeer, play, tick } = useTestCalls(firstPort);

  it('sends a whole frame at every tick, silence where there is nothing to say', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    const loud = new Int16Array(160).fill(20_000);
    for (const frame of [null, loud, null, new Int16Array(7)]) stream.write(frame);
    await settle();
    expect(peer.heard.map((bytes) => bytes.length)).toEqual([172, 172, 172, 172]);
    expect(peer.heard.map((bytes) => bytes[20])).toEqual([0xff, expect.any(Number), 0xff, 0xff]);
    expect(peer.heard[1]![20]).not.toBe(0xff);
    const stamps = peer.heard.map((bytes) => bytes.readUInt32BE(4));
    const sequences = peer.heard.map((bytes) => bytes.readUInt16BE(2));
    for (let i = 1; i < 4; i += 1) {
      expect((stamps[i]! - stamps[i - 1]!) >>> 0).toBe(160);
      expect((sequences[i]! - sequences[i - 1]!) & 0xffff).toBe(1);
    }
    expect(peer.heard.map((bytes) => bytes[1]! >> 7)).toEqual([1, 0, 0, 0]);
  });

  it('lets the timestamps follow the clock when its owner stood still', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    stream.write(null);
    clock.nowMs += 20;
    stream.write(null);
    clock.nowMs += 1000;
    stream.write(null);
    await settle();
    const stamps = peer.heard.map((bytes) => bytes.readUInt32BE(4));
    expect((stamps[1]! - stamps[0]!) >>> 0).toBe(160);
    expect((stamps[2]! - stamps[1]!) >>> 0).toBe(8000);
    expect(peer.heard[2]![1]! >> 7).toBe(1);
  });

  it('hears the digits the other end plays, each once', async () => {
    const { nearStream, farStream } = await openCall();
    nearStream.sendDigits('15#*A0');
    const digits: unknown[] = [];
    const loud = new Int16Array(160).fill(20_000);
    for (let i = 0; i < 100; i += 1) {
      await tick(nearStream, farStream, loud);
      digits.push(...farStream.takeEvents());
    }
    expect(digits).toEqual([...'15#*A0'].map((digit) => ({ type: 'digit', digit })));
    expect(nearStream.takeEvents()).toEqual([]);
  });

  it('marks the first packet of a digit and of the audio after it, and keeps their timestamps in step', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    stream.write(null);
    stream.sendDigits('9');
    for (let i = 0; i < 15; i += 1) stream.write(null);
    await settle();
    const first = peer.heard[0]!.readUInt32BE(4);
    expect(
      peer.heard.map((bytes) => [bytes[1]! & 0x7f, bytes[1]! >> 7, bytes.readUInt32BE(4) - first]),
    ).toEqual([
      [0, 1, 0],
      [101, 1, 160],
      ...Array(9).fill([101, 0, 160]),
      [0, 1, 160 * 11],
      [0, 0, 160 * 12],
      [0, 0, 160 * 13],
      [0, 0, 160 * 14],
      [0, 0, 160 * 15],
    ]);
  });

  it('plays digits as tones to a far end without telephone events', async () => {
    const { nearStream, farStream } = await openCall({ telephoneEventPayloadType: null });
    nearStream.sendDigits('3');
    const heard = await play(nearStream, farStream, new Int16Array(4800));
    expect(toneDbfs(heard.subarray(480 + 160, 480 + 1280), 8000, 697)).toBeGreaterThan(-20);
    expect(toneDbfs(heard.subarray(480 + 160, 480 + 1280), 8000, 1477)).toBeGreaterThan(-20);
    expect(farStream.takeEvents()).toEqual([]);
  });

  it('adds the digits of SIP INFO, and leaves out those that came as events too', async () => {
    const { near, far, nearStream, farStream } = await openCall();
    await near.media.update('leg', { kind: 'digits', digits: '42#' });
    expect(nearStream.takeEvents()).toEqual([...'42#'].map((digit) => ({ type: 'digit', digit })));
    nearStream.sendDigits('7');
    for (let i = 0; i < 12; i += 1) await tick(nearStream, farStream);
    await far.media.update('leg', { kind: 'digits', digits: '77' });
    expect(farStream.takeEvents()).toEqual([
      { type: 'digit', digit: '7' },
      { type: 'digit', digit: '7' },
    ]);
    await expect(near.media.update('leg', { kind: 'digits', digits: 'x' })).rejects.toThrow();
  });
});
