import { simulationAudio, simulationClose } from '@parley/contract/simulations';
import { mediaStreamSuite } from '@parley/engine/testing/media-stream-suite';
import { afterEach, describe, expect, test } from 'vitest';
import { Allowance } from '../allowance.ts';
import type { FarEndSocket, LegEvent, MediaControl } from '../carrier.ts';
import { openMedia } from './media/open-media.ts';
import { PlayoutQueue } from './media/playout-queue.ts';
import { openBrowserLines } from './service.ts';

const { frameBytes, frameSamples } = simulationAudio;

/** Time that stands still until it is moved. */
function fakeSchedule() {
  let nowMs = 0;
  let tasks: { at: number; work: () => void }[] = [];
  return {
    pending: () => tasks.length,
    schedule(work: () => void, delayMs: number) {
      const task = { at: nowMs + delayMs, work };
      tasks.push(task);
      return () => {
        tasks = tasks.filter((each) => each !== task);
      };
    },
    advance(ms: number) {
      nowMs += ms;
      for (const task of tasks.filter(({ at }) => at <= nowMs)) {
        tasks = tasks.filter((each) => each !== task);
        task.work();
      }
    },
  };
}

/** The socket of a page, as the server sees it. */
class FakeSocket implements FarEndSocket {
  unsentBytes = 0;
  readonly sent: Uint8Array[] = [];
  closed: number | undefined;
  #onMessage: (message: Uint8Array | string) => void = () => undefined;
  #onClose: () => void = () => undefined;

  send(message: Uint8Array | string): void {
    if (typeof message !== 'string') this.sent.push(message);
  }
  onMessage(listener: (message: Uint8Array | string) => void): void {
    this.#onMessage = listener;
  }
  onClose(listener: () => void): void {
    this.#onClose = listener;
  }
  close(code: number): void {
    this.closed ??= code;
    this.#onClose();
  }
  /** The page sends. */
  say(message: Uint8Array | object): void {
    this.#onMessage(message instanceof Uint8Array ? message : JSON.stringify(message));
  }
  /** The network breaks. */
  vanish(): void {
    this.#onClose();
  }
}

function openNetwork() {
  const media = openMedia();
  const released: string[] = [];
  const control: MediaControl = {
    reserve: (_, legId, request) => media.reserve(legId, request),
    update: (legId, change) => media.update(legId, change),
    release: (legId) => {
      released.push(legId);
      media.release(legId);
    },
    onSignal: () => undefined,
  };
  const timing = fakeSchedule();
  return { media, released, timing, lines: openBrowserLines({ media: control }, timing.schedule) };
}

const opened: ReturnType<typeof openNetwork>[] = [];
afterEach(async () => {
  for (const { lines, media } of opened.splice(0)) {
    await lines.close();
    media.close();
  }
});

async function place(legId = 'leg') {
  const network = openNetwork();
  opened.push(network);
  const events: LegEvent[] = [];
  const leg = await network.lines.placeCall({
    ...{ legId, fromNumber: '', toNumber: '', workspaceId: 'wsp_1' },
    ringMs: 15_000,
  });
  leg.onEvent((event) => events.push(event));
  const stream = network.media.stream(legId);
  const connect = () => {
    const socket = new FakeSocket();
    expect(network.lines.acceptSocket(legId, socket)).toBe(true);
    return socket;
  };
  return { ...network, leg, events, stream, connect };
}

const told = (events: readonly LegEvent[]) =>
  events.map((event) => (event.type === 'ended' ? event.endReason : event.type));
/** Messages between ports of one thread arrive in the next turn of its event loop; some are passed on twice. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const loud = () => new Uint8Array(new Int16Array(frameSamples).fill(9000).buffer);

describe('a line to a page', () => {
  test('no number leads to it, and nobody can open it from outside', async () => {
    const { lines } = await place();
    expect(lines.canReach('+14155550123', 'wsp_1')).toBe(false);
    expect(lines.acceptSocket('another leg', new FakeSocket())).toBe(false);
    expect(lines.addressOf('+14155550123')).toBeNull();
  });

  test('answers when the page comes, and hands audio and typed words to the call and audio back', async () => {
    const { events, stream, connect } = await place();
    expect(told(events)).toEqual(['ringing']);
    const socket = connect();
    expect(told(events)).toEqual(['ringing', 'answered']);
    for (let count = 0; count < 5; count += 1) socket.say(loud());
    socket.say({ type: 'typed', text: '  Hello?  ' });
    await settle();
    expect(stream.read()[100]).toBe(9000);
    expect(stream.takeEvents()).toEqual([{ type: 'typed', text: 'Hello?' }]);
    stream.write(new Int16Array(frameSamples).fill(77));
    stream.write(null);
    await settle();
    expect(socket.sent.map(({ byteLength }) => byteLength)).toEqual([frameBytes]);
    expect(new Int16Array(socket.sent[0]!.slice().buffer)[5]).toBe(77);
  });

  test('ends when no page comes', async () => {
    const { events, timing, released, lines } = await place();
    timing.advance(15_000);
    expect(told(events)).toEqual(['ringing', 'no_answer']);
    expect(released).toEqual(['leg']);
    expect(lines.status().detail).toBe('0 pages');
  });

  test('outlives a page that is gone for a moment: the call is held, and goes on', async () => {
    const { events, stream, connect, timing } = await place();
    connect().vanish();
    timing.advance(7_000);
    const back = connect();
    await settle();
    expect(stream.takeEvents()).toEqual([{ type: 'held' }, { type: 'resumed' }]);
    timing.advance(60_000);
    expect(told(events)).toEqual(['ringing', 'answered']);
    back.vanish();
    timing.advance(8_000);
    expect(told(events)).toEqual(['ringing', 'answered', 'media_lost']);
    expect(timing.pending()).toBe(0);
  });

  test('ends when the page hangs up, or we do, once', async () => {
    const one = await place();
    const socket = one.connect();
    socket.say({ type: 'hang_up' });
    socket.say({ type: 'hang_up' });
    one.leg.hangUp();
    expect(told(one.events)).toEqual(['ringing', 'answered', 'customer_hung_up']);
    expect(socket.closed).toBe(simulationClose.ended);
    const other = await place();
    other.leg.hangUp();
    expect(told(other.events)).toEqual(['ringing', 'staff_hung_up']);
  });

  test('listens to its newest page only', async () => {
    const { stream, connect } = await place();
    const first = connect();
    const second = connect();
    expect(first.closed).toBe(simulationClose.replaced);
    first.say({ type: 'typed', text: 'old' });
    second.say({ type: 'typed', text: 'new' });
    await settle();
    expect(stream.takeEvents().filter(({ type }) => type === 'typed')).toEqual([
      { type: 'typed', text: 'new' },
    ]);
  });

  test.each<[string, Uint8Array | object]>([
    ['half a frame', new Uint8Array(frameBytes / 2)],
    ['a frame too long', new Uint8Array(frameBytes * 2)],
    ['nothing', new Uint8Array(0)],
    ['an unknown message', { type: 'explode' }],
    ['no text', { type: 'typed', text: '   ' }],
    ['a message that is none', ['typed']],
  ])('%s ends the socket, and the call waits for its page', async (_what, message) => {
    const { events, connect } = await place();
    const socket = connect();
    socket.say(message);
    expect(socket.closed).toBe(simulationClose.refused);
    connect();
    expect(told(events)).toEqual(['ringing', 'answered']);
  });

  test('a page that sends without end is not followed, and one that does not read gets no more', async () => {
    const { stream, connect } = await place();
    const socket = connect();
    for (let count = 0; count < 5_000; count += 1) socket.say(loud());
    for (let count = 0; count < 50; count += 1) socket.say({ type: 'typed', text: `${count}` });
    expect(socket.closed).toBe(simulationClose.refused);
    await settle();
    expect(stream.takeEvents().filter(({ type }) => type === 'typed').length).toBeLessThanOrEqual(10);
    const slow = connect();
    slow.unsentBytes = 1_000_000;
    stream.write(new Int16Array(frameSamples));
    await settle();
    expect(slow.sent).toEqual([]);
  });

  test('no line opens once the process is to end', async () => {
    const { lines } = await place();
    lines.drain();
    const given = { legId: 'late', fromNumber: '', toNumber: '', workspaceId: 'wsp_1', ringMs: 1 };
    await expect(lines.placeCall(given)).rejects.toThrow('No line is opened any more.');
    expect(lines.status().isReady).toBe(false);
  });

  test('the media half takes nothing but a port', async () => {
    await expect(openMedia().reserve('leg', { audio: 'none' })).rejects.toThrow('needs a port');
    expect(() => openMedia().stream('leg')).toThrow('This leg has no stream');
  });
});

describe('the media of a line to a page', () => {
  for (const { name, run } of mediaStreamSuite({
    open: async () => (await place()).stream,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
  }))
    test(name, run);

  test('keys the agent presses are heard as tones', async () => {
    const { stream, connect } = await place();
    const socket = connect();
    stream.sendDigits('5');
    for (let tick = 0; tick < 10; tick += 1) stream.write(null);
    await settle();
    expect(socket.sent.length).toBeGreaterThan(3);
  });
});

describe('the queue that evens out when frames come', () => {
  const frame = (value: number) => new Int16Array(frameSamples).fill(value);

  test('gathers 60 ms, then gives one a tick in order', () => {
    const queue = new PlayoutQueue();
    queue.push(frame(1));
    queue.push(frame(2));
    expect(queue.take()).toBeNull();
    queue.push(frame(3));
    expect([queue.take(), queue.take(), queue.take()].map((each) => each?.[0])).toEqual([1, 2, 3]);
    expect(queue.take()).toBeNull();
  });

  test('leaves out the oldest rather than growing late', () => {
    const queue = new PlayoutQueue();
    for (let value = 1; value <= 50; value += 1) queue.push(frame(value));
    const taken = Array.from({ length: 50 }, () => queue.take()?.[0]).filter((value) => value !== undefined);
    expect(taken.length).toBeLessThanOrEqual(12);
    expect(taken.at(-1)).toBe(50);
  });

  test('what was left over before a pause is not played after it', () => {
    const queue = new PlayoutQueue();
    queue.push(frame(1));
    for (let tick = 0; tick < 20; tick += 1) queue.take();
    for (const value of [7, 8, 9]) queue.push(frame(value));
    expect(queue.take()?.[0]).toBe(7);
  });
});

test('an allowance fills up again with time, and not beyond two seconds of it', () => {
  const allowance = new Allowance(5);
  const takeAll = (nowMs: number) => {
    let taken = 0;
    while (allowance.take(nowMs)) taken += 1;
    return taken;
  };
  expect(takeAll(0)).toBe(10);
  expect(takeAll(1000)).toBe(5);
  expect(takeAll(1_000_000)).toBe(10);
});
