import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EngineTurns, type EngineUser } from './engine-turns.ts';

describe('Turns at the engine', () => {
  const order: string[] = [];
  const user = (name: string, results: ('keeps' | 'frees')[]): EngineUser => ({
    takeTurn: () => {
      order.push(name);
      return results.shift() ?? 'frees';
    },
  });
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) await nextTurn();
  };

  it('go to who asked first, and one who keeps the engine is not interrupted', async () => {
    order.length = 0;
    const turns = new EngineTurns();
    const [one, two, three] = [user('one', ['keeps', 'keeps', 'frees']), user('two', []), user('three', [])];
    turns.ask(one);
    turns.ask(two);
    turns.ask(two);
    turns.ask(three);
    await settle();
    expect(order).toEqual(['one']);
    turns.ask(one);
    await settle();
    turns.ask(one);
    await settle();
    expect(order).toEqual(['one', 'one', 'one', 'two', 'three']);
    expect(turns.owns(one)).toBe(false);
  });

  it('pass on when the owner leaves, and skip who left the queue', async () => {
    order.length = 0;
    const turns = new EngineTurns();
    const [one, two, three] = [user('one', ['keeps']), user('two', []), user('three', [])];
    turns.ask(one);
    turns.ask(two);
    turns.ask(three);
    await settle();
    turns.leave(two);
    turns.leave(one);
    await settle();
    expect(order).toEqual(['one', 'three']);
  });
});
