import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { findFreePorts } from '../../testing/testing-service.ts';
import { type PortPair, PortPairs } from './port-pairs.ts';

const first = await findFreePorts(50);

describe('PortPairs', () => {
  const opened: PortPair[] = [];
  afterEach(() => {
    for (const pair of opened.splice(0)) pair.close();
  });

  const open = async (ports: PortPairs) => {
    const pair = await ports.open('127.0.0.1');
    opened.push(pair);
    return pair;
  };

  it('binds an even port and the one after it, within the range', async () => {
    const ports = createPorts(first + 1, first + 7);
    const found = [await open(ports), await open(ports), await open(ports)].map((pair) => pair.port);
    expect(found.sort()).toEqual([first + 2, first + 4, first + 6]);
    expect(opened[0]!.rtcp.address().port).toBe(opened[0]!.port + 1);
    expect(ports.openCount).toBe(3);
  });

  it('says that none is free, and finds one again after a release', async () => {
    const ports = createPorts(first + 10, first + 11);
    const pair = await open(ports);
    await expect(ports.open('127.0.0.1')).rejects.toThrow(
      `No pair of RTP ports is free from ${first + 10} to ${first + 11}: 1 in use here, 0 refused by the system.`,
    );
    pair.close();
    pair.close();
    expect((await open(ports)).port).toBe(first + 10);
    expect(ports.openCount).toBe(1);
  });

  it('lets a released pair rest for two seconds while others are free', async () => {
    const clock = { nowMs: 0 };
    const ports = createPorts(first + 20, first + 23, clock);
    const rested = await open(ports);
    rested.close();
    const others: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const pair = await open(ports);
      others.push(pair.port);
      pair.close();
      clock.nowMs += 10;
      // Only the first of these has not rested; after it, both have to be reused.
      if (i === 0) expect(pair.port).not.toBe(rested.port);
    }
    expect(new Set(others).size).toBe(2);
  });

  it('passes over ports that another program has, on either side of the pair', async () => {
    const taken = createSocket('udp4');
    await new Promise<void>((resolve) => taken.bind(first + 31, '127.0.0.1', resolve));
    const ports = createPorts(first + 30, first + 33);
    expect((await open(ports)).port).toBe(first + 32);
    await expect(ports.open('127.0.0.1')).rejects.toThrow('1 in use here, 1 refused by the system');
    taken.close();
  });

  it('refuses names and empty ranges', async () => {
    await expect(createPorts(first + 40, first + 41).open('localhost')).rejects.toThrow('not a name');
    expect(() => createPorts(first + 41, first + 42)).toThrow(RangeError);
  });
});

function createPorts(min: number, max: number, clock = { nowMs: 0 }): PortPairs {
  return new PortPairs({ min, max, nowMs: () => clock.nowMs, random: () => 0 });
}
