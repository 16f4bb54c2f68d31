import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../testing/testing-service.ts';
import { bindEventSocket } from './event-socket.ts';
import { bindPolledSocket } from './polled-socket.ts';
import type { RtpSocket } from './rtp-socket.ts';
import { systemCalls } from './system-calls.ts';

const port = await findFreePorts(2);

const kinds = [
  { kind: 'event', bind: () => bindEventSocket('127.0.0.1', port) },
  // On other systems there is none; on Linux it must be there, or calls cost more than they need.
  ...(process.platform === 'linux'
    ? [{ kind: 'polled', bind: async () => bindPolledSocket('127.0.0.1', port)! }]
    : []),
];

describe.each(kinds)('The $kind socket of a leg', ({ bind }) => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  async function open() {
    const socket = await bind();
    opened.push(socket);
    const heard: { text: string; from: string; ageMs: number }[] = [];
    socket.onDatagram((bytes, { address, port: fromPort }, ageMs) =>
      heard.push({ text: Buffer.from(bytes).toString('latin1'), from: `${address}:${fromPort}`, ageMs }),
    );
    return { socket, heard };
  }

  async function openPhone() {
    const socket = createSocket('udp4');
    const heard: string[] = [];
    socket.on('message', (bytes) => heard.push(bytes.toString('latin1')));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    opened.push(socket);
    return { socket, heard, port: socket.address().port };
  }

  const send = (from: Socket, text: string) =>
    new Promise((resolve) => from.send(Buffer.from(text, 'latin1'), port, '127.0.0.1', resolve));

  const poll = async (socket: RtpSocket, isDone: () => boolean) => {
    await expect
      .poll(() => {
        socket.poll(Date.now());
        return isDone();
      })
      .toBe(true);
  };

  it('hands over what came, with its source, in order, and of any length', async () => {
    const { socket, heard } = await open();
    const phone = await openPhone();
    const said = ['a', '', 'bc'.repeat(80), 'd'.repeat(172), 'e', 'f'.repeat(1400), 'g', 'h', 'i'];
    for (const text of said) await send(phone.socket, text);
    await poll(socket, () => heard.length === said.length);
    expect(heard.map(({ text }) => text)).toEqual(said);
    expect(new Set(heard.map(({ from }) => from))).toEqual(new Set([`127.0.0.1:${phone.port}`]));
  });

  it('sends to whom it is told, connected or not, and hears only whom it is connected to', async () => {
    const { socket, heard } = await open();
    const [phone, other] = [await openPhone(), await openPhone()];
    socket.sendTo(Buffer.from('one'), phone.port, '127.0.0.1');
    expect(socket.connect(phone.port, '127.0.0.1')).toBe(true);
    socket.send(Buffer.from('two'));
    await send(other.socket, 'intruder');
    await send(phone.socket, 'phone');
    await poll(socket, () => heard.length > 0);
    socket.disconnect();
    socket.sendTo(Buffer.from('three'), other.port, '127.0.0.1');
    await send(other.socket, 'welcome');
    await poll(socket, () => heard.length > 1);
    await expect.poll(() => [phone.heard, other.heard]).toEqual([['one', 'two'], ['three']]);
    expect(heard.map(({ text }) => text)).toEqual(['phone', 'welcome']);
  });

  it('goes on when the far end went away and came back', async () => {
    const { socket, heard } = await open();
    const phone = await openPhone();
    expect(socket.connect(phone.port, '127.0.0.1')).toBe(true);
    phone.socket.close();
    opened.splice(opened.indexOf(phone.socket), 1);
    for (let i = 0; i < 5; i += 1) {
      socket.send(Buffer.from('to nobody'));
      socket.poll(Date.now());
      await wait(1);
    }
    const back = createSocket('udp4');
    let count = 0;
    back.on('message', () => {
      count += 1;
    });
    await new Promise<void>((resolve) => back.bind(phone.port, '127.0.0.1', resolve));
    opened.push(back);
    await send(back, 'back');
    await poll(socket, () => heard.length === 1);
    await poll(socket, () => {
      socket.send(Buffer.from('hello'));
      return count > 1;
    });
  });

  it('gives its port back, does nothing afterwards, and may be closed by its listener', async () => {
    const socket = await bind();
    const phone = await openPhone();
    let heard = 0;
    socket.onDatagram(() => {
      heard += 1;
      socket.close();
    });
    for (const text of ['a', 'b', 'c']) await send(phone.socket, text);
    await poll(socket, () => heard === 1);
    socket.close();
    socket.poll(Date.now());
    expect(socket.connect(phone.port, '127.0.0.1')).toBe(false);
    expect(heard).toBe(1);
    const again = await bind();
    opened.push(again);
    expect(again.connect(phone.port, '127.0.0.1')).toBe(true);
  });
});

describe.runIf(systemCalls)('The polled socket', () => {
  const open = () => {
    const socket = bindPolledSocket('127.0.0.1', port)!;
    const heard: { length: number; ageMs: number }[] = [];
    socket.onDatagram((bytes, _from, ageMs) => heard.push({ length: bytes.length, ageMs }));
    return { socket, heard };
  };

  async function sendAll(lengths: readonly number[]): Promise<void> {
    const phone = createSocket('udp4');
    for (const length of lengths) {
      await new Promise((resolve) => phone.send(new Uint8Array(length), port, '127.0.0.1', resolve));
    }
    phone.close();
  }

  it('tells how long a datagram waited, and nothing when the clock was set meanwhile', async () => {
    const { socket, heard } = open();
    await sendAll([1]);
    await wait(30);
    socket.poll(Date.now());
    await sendAll([1, 1]);
    socket.poll(Date.now() - 60_000);
    socket.close();
    expect(heard).toHaveLength(3);
    // A timer may fire a little early, and the wall's clock counts whole ms.
    expect(heard[0]!.ageMs).toBeGreaterThan(25);
    expect(heard[0]!.ageMs).toBeLessThan(5000);
    expect(heard.slice(1).map(({ ageMs }) => ageMs)).toEqual([0, 0]);
  });

  it('leaves out what is longer than audio can be', async () => {
    const { socket, heard } = open();
    await sendAll([160, 2048, 2049, 9000, 160]);
    socket.poll(Date.now());
    socket.close();
    expect(heard.map(({ length }) => length)).toEqual([160, 2048, 160]);
  });

  it('reads a burst to its end, and is not held up by a flood', async () => {
    const { socket, heard } = open();
    await sendAll(new Array(100).fill(160));
    socket.poll(Date.now());
    const first = heard.length;
    for (let i = 0; i < 10; i += 1) socket.poll(Date.now());
    socket.close();
    expect(first).toBe(32);
    expect(heard).toHaveLength(100);
  });

  it('gives its port back when its thread fails', async () => {
    const module = new URL('./polled-socket.ts', import.meta.url).href;
    const thread = new Worker(
      `import('${module}').then(({ bindPolledSocket }) => {
        const socket = bindPolledSocket('127.0.0.1', ${port});
        require('node:worker_threads').parentPort.postMessage(socket !== undefined);
        setTimeout(() => { throw new Error('The thread fails.'); }, 50);
      })`,
      { eval: true },
    );
    const failed = once(thread, 'error');
    const gone = new Promise((resolve) => thread.once('exit', resolve));
    const bound = await new Promise((resolve) => thread.once('message', resolve));
    expect([bound, bindPolledSocket('127.0.0.1', port)]).toEqual([true, undefined]);
    expect(await failed).toMatchObject([{ message: 'The thread fails.' }]);
    await gone;
    open().socket.close();
  });

  it('is not given a port that another has', () => {
    const { socket } = open();
    expect(bindPolledSocket('127.0.0.1', port)).toBeUndefined();
    socket.close();
  });
});
