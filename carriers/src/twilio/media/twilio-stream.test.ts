import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { encodeMuLaw } from '@parley/engine/audio/g711';
import { mediaStreamSuite } from '@parley/engine/testing/media-stream-suite';
import { afterEach, describe, expect, test } from 'vitest';
import { settle } from '../testing/fake-schedule.ts';
import { openMedia } from './open-media.ts';
import { PlayoutBuffer } from './playout-buffer.ts';
import { eventOf, readStreamMessage } from './stream-message.ts';

const streamSid = `MZ${'1'.repeat(32)}`;
const frameBytes = 160;
const codesOf = (level: number, bytes = frameBytes) => {
  const codes = new Uint8Array(bytes);
  encodeMuLaw(new Int16Array(bytes).fill(level), codes);
  return codes;
};
const media = (level: number, bytes = frameBytes) =>
  JSON.stringify({
    event: 'media',
    media: { track: 'inbound', payload: Buffer.from(codesOf(level, bytes)).toString('base64') },
    streamSid,
  });

const opened: { port: MessagePort; close: () => void }[] = [];
afterEach(() => {
  for (const { port, close } of opened.splice(0)) {
    port.close();
    close();
  }
});

async function open({ isConnected = true } = {}) {
  const { port1, port2 } = new MessageChannel();
  const half = openMedia();
  await half.reserve('leg', { audio: port2 });
  opened.push({ port: port1, close: () => half.close() });
  const sent: { event: string; streamSid: string; media?: { payload: string }; mark?: { name: string } }[] =
    [];
  port1.on('message', (text: string) => sent.push(JSON.parse(text)));
  if (isConnected) port1.postMessage({ type: 'connected', streamSid });
  await settle();
  return { half, stream: half.stream('leg'), port: port1, sent };
}
type Opened = Awaited<ReturnType<typeof open>>;

const openedStreams = new WeakMap<object, Opened>();
describe('the sound of a call through an account', () => {
  for (const { name, run } of mediaStreamSuite({
    open: async () => {
      const network = await open();
      openedStreams.set(network.stream, network);
      return network.stream;
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
    makeFarEndSound: async (stream) => {
      for (let frame = 0; frame < 50; frame += 1) openedStreams.get(stream)?.port.postMessage(media(9000));
      await settle();
    },
    makeFarEndPress: async (stream, digit) => {
      const text = JSON.stringify({ event: 'dtmf', streamSid, dtmf: { track: 'inbound_track', digit } });
      openedStreams.get(stream)?.port.postMessage(text);
      await settle();
    },
  }))
    test(name, run);

  test('20 ms of the agent are one message with the stream it is for, and silence is none', async () => {
    const { stream, sent } = await open();
    stream.write(new Int16Array(frameBytes).fill(1000));
    stream.write(null);
    await settle();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ event: 'media', streamSid });
    expect(Buffer.from(sent[0]?.media?.payload ?? '', 'base64')).toEqual(Buffer.from(codesOf(1000)));
  });

  test('nothing is sent before a socket is there, nor while it is gone; the call hears of it', async () => {
    const { stream, port, sent } = await open({ isConnected: false });
    stream.write(new Int16Array(frameBytes));
    port.postMessage({ type: 'connected', streamSid });
    await settle();
    expect(stream.takeEvents()).toEqual([]);
    stream.write(new Int16Array(frameBytes));
    port.postMessage({ type: 'dropped' });
    await settle();
    expect(stream.takeEvents()).toEqual([{ type: 'held' }]);
    stream.write(new Int16Array(frameBytes));
    port.postMessage({ type: 'connected', streamSid: `MZ${'2'.repeat(32)}` });
    await settle();
    expect(stream.takeEvents()).toEqual([{ type: 'resumed' }]);
    stream.write(new Int16Array(frameBytes));
    await settle();
    expect(sent.map((message) => message.streamSid.at(-1))).toEqual(['1', '2']);
  });

  test('a line without any sound for long is lost, told once', async () => {
    const { stream } = await open();
    const lost = [];
    for (let tick = 0; tick < 2_000; tick += 1) {
      stream.read();
      lost.push(...stream.takeEvents());
    }
    expect(lost).toEqual([{ type: 'lost' }]);
  });

  test('what Twilio plays a second late is thrown away there, once', async () => {
    const { stream, port, sent } = await open();
    for (let frame = 0; frame < 50; frame += 1) stream.write(new Int16Array(frameBytes));
    await settle();
    const marks = sent.filter(({ event }) => event === 'mark').map(({ mark }) => mark?.name);
    expect(marks).toHaveLength(2);
    for (let tick = 0; tick < 60; tick += 1) stream.read();
    for (const name of marks) port.postMessage(JSON.stringify({ event: 'mark', streamSid, mark: { name } }));
    await settle();
    expect(sent.filter(({ event }) => event === 'clear')).toHaveLength(1);
  });

  test('what comes back in time is played to its end', async () => {
    const { stream, port, sent } = await open();
    for (let frame = 0; frame < 25; frame += 1) stream.write(new Int16Array(frameBytes));
    for (let tick = 0; tick < 20; tick += 1) stream.read();
    port.postMessage(JSON.stringify({ event: 'mark', streamSid, mark: { name: '25' } }));
    await settle();
    expect(sent.some(({ event }) => event === 'clear')).toBe(false);
  });

  test('nothing that comes breaks it, and nothing grows without end', async () => {
    const { stream, port } = await open();
    const press = JSON.stringify({ event: 'dtmf', dtmf: { digit: '1' } });
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"event":7}',
      '{"event":"media"}',
      '{"event":"media","media":7}',
    ])
      port.postMessage(text);
    for (let count = 0; count < 3_000; count += 1) port.postMessage(count % 2 ? press : media(5000));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await settle();
    expect(stream.takeEvents().length).toBe(100);
    let loud = 0;
    for (let tick = 0; tick < 200; tick += 1) if (Math.abs(stream.read()[0]!) > 1000) loud += 1;
    expect(loud).toBeLessThanOrEqual(50);
  });

  test('the media half takes nothing but a port', async () => {
    await expect(openMedia().reserve('leg', null)).rejects.toThrow('needs a port');
    expect(() => openMedia().stream('leg')).toThrow('This leg has no stream');
  });
});

describe('the buffer that evens out when sound comes', () => {
  const frame = new Int16Array(frameBytes);
  const takeAll = (buffer: PlayoutBuffer, ticks: number) =>
    Array.from({ length: ticks }, () => (buffer.take(frame) ? Math.round(frame[0]! / 1000) : null));

  test('gathers 60 ms, then gives 20 ms a tick in order', () => {
    const buffer = new PlayoutBuffer();
    buffer.push(codesOf(1000));
    buffer.push(codesOf(2000));
    expect(takeAll(buffer, 1)).toEqual([null]);
    buffer.push(codesOf(3000));
    expect(takeAll(buffer, 4)).toEqual([1, 2, 3, null]);
  });

  test('takes pieces of any length', () => {
    const buffer = new PlayoutBuffer();
    for (let piece = 0; piece < 16; piece += 1) buffer.push(codesOf(4000, 30));
    expect(takeAll(buffer, 4)).toEqual([4, 4, 4, null]);
  });

  test('after a stall it catches up by leaving out quiet, and words are kept', () => {
    const buffer = new PlayoutBuffer();
    for (let count = 0; count < 8; count += 1) buffer.push(codesOf(0));
    for (let count = 0; count < 3; count += 1) buffer.push(codesOf(7000));
    expect(takeAll(buffer, 7)).toEqual([0, 0, 0, 7, 7, 7, null]);
  });

  test('speech is never more than 400 ms late for long, nor a second at all', () => {
    const buffer = new PlayoutBuffer();
    for (let count = 0; count < 45; count += 1) buffer.push(codesOf(7000));
    let ticks = 0;
    while (buffer.samples > frameBytes * 20) {
      buffer.take(frame);
      buffer.push(codesOf(7000));
      ticks += 1;
      expect(ticks).toBeLessThan(150);
    }
    for (let count = 0; count < 500; count += 1) buffer.push(codesOf(7000));
    expect(buffer.samples).toBeLessThanOrEqual(8_000);
  });
});

describe('a message of a stream', () => {
  test.each<[string, unknown, unknown]>([
    [
      'sound of the other track',
      { event: 'media', media: { track: 'outbound', payload: 'AAAA' } },
      undefined,
    ],
    ['sound that is none', { event: 'media', media: { payload: '' } }, undefined],
    ['sound too long', { event: 'media', media: { payload: 'A'.repeat(4_000) } }, undefined],
    ['a key that is none', { event: 'dtmf', dtmf: { digit: '12' } }, undefined],
    ['a key', { event: 'dtmf', dtmf: { digit: '#' } }, { event: 'dtmf', digit: '#' }],
    ['a mark', { event: 'mark', mark: { name: 'x' } }, { event: 'mark', name: 'x' }],
    ['an unknown one', { event: 'explode' }, undefined],
    ['a list', [], undefined],
  ])('%s', (_what, message, expected) => {
    expect(readStreamMessage(JSON.stringify(message))).toEqual(expected);
  });

  test('its event is found wherever it stands', () => {
    expect(eventOf('{"event":"media","x":1}')).toBe('media');
    expect(eventOf('{"streamSid":"x","event":"stop"}')).toBe('stop');
    expect(eventOf('{"event":')).toBeUndefined();
    expect(eventOf('"event"')).toBeUndefined();
  });
});
