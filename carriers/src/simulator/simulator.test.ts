import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { describe, expect, test } from 'vitest';
import type { CarrierOptions, LegEvent, MediaControl } from '../carrier.ts';
import { openMedia } from './media/open-media.ts';
import { findPerson } from './people.ts';
import { openSimulatedNetwork } from './service.ts';

const environment = {
  sipHost: '',
  sipPort: 0,
  rtpPortMin: 0,
  rtpPortMax: 0,
  productName: '',
  publicUrl: '',
  processUrl: '',
};

/** Says every line as 60 ms of tone per word, at once. */
const textToSpeech: TextToSpeech = {
  sampleRateHz: 16_000,
  async *speak({ text }) {
    const samples = new Int16Array(text.split(' ').length * 960);
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = Math.round(8000 * Math.sin(index / 6));
    yield { samples };
  },
};

/** Time that stands still until it is moved. */
function fakeTiming() {
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
    async advance(ms: number) {
      nowMs += ms;
      await Promise.resolve();
      for (const task of tasks.filter((each) => each.at <= nowMs)) {
        tasks = tasks.filter((each) => each !== task);
        task.work();
      }
      await Promise.resolve();
    },
  };
}

function openNetwork() {
  let onSignal: (legId: string, signal: unknown) => void = () => undefined;
  const media = openMedia({
    environment,
    textToSpeech,
    onSignal: (legId, signal) => onSignal(legId, signal),
  });
  const control: MediaControl = {
    reserve: (_, legId, request) => media.reserve(legId, request),
    update: (legId, change) => media.update(legId, change),
    release: (legId) => media.release(legId),
    onSignal: (_, listener) => {
      onSignal = listener;
    },
  };
  const timing = fakeTiming();
  const options: CarrierOptions = {
    environment,
    connections: [],
    media: control,
    onOffer: async () => ({ answer: false, because: 'failed' }),
    onNumbers: () => undefined,
    log: () => undefined,
  };
  return { media, timing, network: openSimulatedNetwork(options, timing) };
}

type Network = ReturnType<typeof openNetwork>;

async function place({ network }: Network, toNumber: string) {
  const events: LegEvent[] = [];
  const leg = await network.placeCall({
    legId: toNumber,
    fromNumber: '',
    toNumber,
    workspaceId: '',
    ringMs: 30_000,
  });
  leg.onEvent((event) => events.push(event));
  return { leg, events };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const talk = new Int16Array(160).fill(0).map((_, index) => Math.round(6000 * Math.sin(index / 3)));

/**
 * Lets an agent talk with a person: it speaks for two seconds whenever the person has been quiet for two and a half,
 * so often at most. Returns what the person did.
 */
async function converse(world: Network, legId: string, seconds: number, replies = Number.POSITIVE_INFINITY) {
  const stream = world.media.stream(legId);
  const words: string[] = [];
  const log: string[] = [];
  let quiet = 0;
  let talking = 0;
  let replied = 0;
  for (let tick = 0; tick < seconds * 50; tick += 1) {
    if (tick % 5 === 0) await settle();
    const frame = stream.read();
    const level = frame.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    quiet = level > 500 ? 0 : quiet + 1;
    for (const event of stream.takeEvents()) {
      log.push(event.type);
      if (event.type === 'words') words.push(event.text);
    }
    if (talking === 0 && quiet > 120 && replied < replies) {
      talking = 100;
      replied += 1;
    }
    if (talking > 0) {
      talking -= 1;
      if (talking === 0) quiet = 0;
    }
    stream.write(talking > 0 ? talk : null);
  }
  return { words, log };
}

describe('the simulated phone network', () => {
  test('reaches the numbers reserved for fiction and no others', () => {
    const { network } = openNetwork();
    expect(network.canReach('+14155550100', 'w')).toBe(true);
    expect(network.canReach('+12125550199', 'w')).toBe(true);
    expect(network.canReach('+14155550200', 'w')).toBe(false);
    expect(network.canReach('+4930555010', 'w')).toBe(false);
    network.drain();
    expect(network.canReach('+14155550100', 'w')).toBe(false);
  });

  test('the same number is always the same person', () => {
    expect(findPerson('+14155550103')).toEqual(findPerson('+14155550103'));
    expect(findPerson('+14155550103')?.name).not.toBe(findPerson('+14155550104')?.name);
  });

  test.each([
    ['+14155550165', 'busy'],
    ['+14155550190', 'declined'],
    ['+14155550193', 'number_unreachable'],
  ])('%s ends as %s without ringing', async (number, endReason) => {
    const world = openNetwork();
    const { events } = await place(world, number);
    await world.timing.advance(1000);
    expect(events).toEqual([{ type: 'ended', endReason }]);
  });

  test('nobody at home rings until the caller gives up', async () => {
    const world = openNetwork();
    const { events } = await place(world, '+14155550160');
    await world.timing.advance(29_000);
    expect(events).toEqual([{ type: 'ringing' }]);
    await world.timing.advance(2000);
    expect(events.at(-1)).toEqual({ type: 'ended', endReason: 'no_answer' });
  });

  test('a person answers, talks turn by turn, and hangs up after the last answer', async () => {
    const world = openNetwork();
    const { events } = await place(world, '+14155550100');
    await world.timing.advance(4000);
    expect(events.map((event) => event.type)).toEqual(['ringing', 'answered']);
    const { words } = await converse(world, '+14155550100', 60);
    expect(words).toEqual([
      'Hello, this is Maria.',
      'What are your opening hours?',
      'And where are you?',
      'Thank you very much. Goodbye.',
    ]);
    expect(events.at(-1)).toEqual({ type: 'ended', endReason: 'customer_hung_up' });
    expect(world.network.countLines()).toBe(0);
  });

  test('an interrupter speaks while the agent still does', async () => {
    const world = openNetwork();
    await place(world, '+14155550180');
    await world.timing.advance(4000);
    const stream = world.media.stream('+14155550180');
    const spoken: number[] = [];
    for (let tick = 0; tick < 600; tick += 1) {
      await settle();
      stream.read();
      if (stream.takeEvents().some((event) => event.type === 'words')) spoken.push(tick);
      stream.write(tick > 100 ? talk : null);
    }
    expect(spoken.length).toBeGreaterThan(1);
  });

  test('one who has had enough hangs up in the middle of the agent’s sentence', async () => {
    const world = openNetwork();
    const { events } = await place(world, '+14155550175');
    await world.timing.advance(4000);
    const stream = world.media.stream('+14155550175');
    for (let tick = 0; tick < 400 && events.at(-1)?.type !== 'ended'; tick += 1) {
      await settle();
      stream.read();
      stream.write(talk);
    }
    expect(events.at(-1)).toEqual({ type: 'ended', endReason: 'customer_hung_up' });
  });

  test('a mailbox greets, beeps and then only records', async () => {
    const world = openNetwork();
    await place(world, '+14155550170');
    await world.timing.advance(4000);
    const { words } = await converse(world, '+14155550170', 40);
    expect(words).toHaveLength(1);
  });

  test('a call assistant asks at once, and the person comes to the phone by themselves', async () => {
    const world = openNetwork();
    await place(world, '+14155550196');
    await world.timing.advance(4000);
    const { words } = await converse(world, '+14155550196', 60, 1);
    expect(words[0]).toMatch(/record your name and reason/);
    expect(words.slice(1, 3)).toEqual(['Thank you. Please stay on the line.', 'Hello?']);
  });

  test('keys are reported as digits', async () => {
    const world = openNetwork();
    await place(world, '+14155550195');
    await world.timing.advance(4000);
    const { log } = await converse(world, '+14155550195', 40);
    expect(log.filter((type) => type === 'digit').length).toBe(7);
  });

  test('a hold is told, and the person comes back', async () => {
    const world = openNetwork();
    await place(world, '+14155550198');
    await world.timing.advance(4000);
    const { log, words } = await converse(world, '+14155550198', 60);
    expect(log.indexOf('resumed')).toBeGreaterThan(log.indexOf('held'));
    expect(words[1]).toContain('I am back');
  });

  test('a person whom nobody answers asks once and hangs up', async () => {
    const world = openNetwork();
    const { events } = await place(world, '+14155550101');
    await world.timing.advance(4000);
    const stream = world.media.stream('+14155550101');
    const words: string[] = [];
    for (let tick = 0; tick < 50 * 40 && events.at(-1)?.type !== 'ended'; tick += 1) {
      if (tick % 5 === 0) await settle();
      stream.read();
      for (const event of stream.takeEvents()) if (event.type === 'words') words.push(event.text);
      stream.write(null);
    }
    expect(words).toEqual(['Hello?', 'Hello? Are you there?']);
    expect(events.at(-1)).toEqual({ type: 'ended', endReason: 'customer_hung_up' });
  });

  test('a long answer of the agent is heard out', async () => {
    const world = openNetwork();
    await place(world, '+14155550100');
    await world.timing.advance(4000);
    const stream = world.media.stream('+14155550100');
    const words: string[] = [];
    for (let tick = 0; tick < 50 * 25; tick += 1) {
      if (tick % 5 === 0) await settle();
      stream.read();
      for (const event of stream.takeEvents()) if (event.type === 'words') words.push(event.text);
      stream.write(tick > 200 && tick < 200 + 50 * 15 ? talk : null);
    }
    expect(words).toEqual(['Hello, this is Maria.', 'What are your opening hours?']);
  });

  test('five hundred calls leave no line and no timer behind', async () => {
    const world = openNetwork();
    for (let index = 0; index < 500; index += 1) {
      const number = `+1${200 + index}55501${String(index % 100).padStart(2, '0')}`;
      const { leg } = await place(world, number);
      await world.timing.advance(index % 2 === 0 ? 0 : 4000);
      leg.hangUp();
      leg.hangUp();
    }
    await world.timing.advance(60_000);
    expect(world.network.countLines()).toBe(0);
    expect(world.timing.pending()).toBe(0);
  });
});
