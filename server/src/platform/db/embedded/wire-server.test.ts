import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../log/open-log.ts';
import { makeDirectory } from '../testing-templates.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';
import {
  bind,
  connectRaw,
  execute,
  firstColumn,
  flush,
  parse,
  signOnRaw,
  startupMessage,
  typesOf,
} from './raw-client.ts';
import * as wire from './wire-messages.ts';

describe('The socket of the embedded database, byte by byte', () => {
  let source: Awaited<ReturnType<typeof makeDirectory>>;
  let embedded: EmbeddedDatabase;
  let address: { path: string };

  beforeAll(async () => {
    source = await makeDirectory();
    embedded = await openEmbedded({
      dataDir: source.dataDir,
      log: silentLog,
      isDurable: false,
      idleInTransactionMs: 10_000,
    });
    address = { path: join(embedded.connection.host ?? '', '.s.PGSQL.5432') };
    const client = await signOnRaw(address);
    client.send(wire.queryMessage('create table marks (n int)'));
    await client.readUntil('Z');
    client.destroy();
  });
  afterAll(async () => {
    await embedded.close();
    await source.remove();
  });

  const countMarks = async (): Promise<string> => {
    const client = await signOnRaw(address);
    client.send(wire.queryMessage('select count(*) from marks'));
    const [, row] = await client.readUntil('Z');
    client.destroy();
    return row === undefined ? '' : firstColumn(row);
  };

  it('declines encryption and then signs on', async () => {
    const socket = connect(address);
    socket.write(startupMessage(wire.startupCodes.ssl));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('N');
    socket.write(startupMessage(wire.startupCodes.protocol3, Buffer.from('user\0postgres\0\0')));
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    expect(typesOf([...wire.splitMessages(greeting)])).toMatch(/^RS+KZ$/);
    socket.destroy();
  });

  it('keeps the unnamed statements of two connections apart', async () => {
    const [one, two] = [await signOnRaw(address), await signOnRaw(address)];
    one.send(parse('', `select 'one'`), wire.syncMessage);
    await one.readUntil('Z');
    two.send(parse('', `select 'two'`), wire.syncMessage);
    await two.readUntil('Z');
    for (let round = 0; round < 2; round += 1) {
      one.send(bind(''), execute, wire.syncMessage);
      const answer = await one.readUntil('Z');
      expect(typesOf(answer)).toBe('2DCZ');
      expect(firstColumn(answer[1]!)).toBe('one');
      two.send(bind(''), execute, wire.syncMessage);
      expect(firstColumn((await two.readUntil('Z'))[1]!)).toBe('two');
    }
    one.destroy();
    two.destroy();
  });

  it('gives a connection without an unnamed statement none of another', async () => {
    const [one, two] = [await signOnRaw(address), await signOnRaw(address)];
    one.send(parse('', `select 'private'`), wire.syncMessage);
    await one.readUntil('Z');
    two.send(bind(''), execute, wire.syncMessage);
    const answer = await two.readUntil('Z');
    expect(typesOf(answer)).toBe('EZ');
    expect(wire.readError(answer[0]!).sqlState).toBe('26000');
    one.destroy();
    two.destroy();
  });

  it('answers an extended query piece by piece on Flush', async () => {
    const client = await signOnRaw(address);
    client.send(parse('s', 'select 1'), wire.message('D', 'S', wire.cString('s')), flush);
    expect(typesOf(await client.readUntil('T'))).toBe('1tT');
    client.send(bind('s'), execute, flush);
    expect(typesOf(await client.readUntil('C'))).toBe('2DC');
    client.send(wire.message('C', 'S', wire.cString('s')), wire.syncMessage);
    expect(typesOf(await client.readUntil('Z'))).toBe('3Z');
    client.destroy();
  });

  it('does not commit an extended query whose client disappears before Sync', async () => {
    const client = await signOnRaw(address);
    client.send(parse('', 'insert into marks values (1)'), bind(''), execute, flush);
    await client.readUntil('C');
    client.destroy();
    expect(await countMarks()).toBe('0');
  });

  it('gives up a client that never syncs, so that others are served', async () => {
    const client = await signOnRaw(address);
    client.send(parse('', 'insert into marks values (1)'), bind(''), execute, flush);
    await client.readUntil('C');
    expect(await countMarks()).toBe('0');
    const last = (await client.ended()).at(-1);
    expect(wire.readError(last!).sqlState).toBe('25P03');
  });

  it('skips to the Sync after an error in a batch', async () => {
    const client = await signOnRaw(address);
    client.send(parse('', 'select nothing_here'), bind(''), execute, parse('', 'select 1'), wire.syncMessage);
    expect(typesOf(await client.readUntil('Z'))).toBe('EZ');
    client.send(wire.queryMessage('select 1'));
    expect(typesOf(await client.readUntil('Z'))).toBe('TDCZ');
    client.destroy();
  });

  it('answers 500 queries sent at once in their order', async () => {
    const client = await signOnRaw(address);
    client.send(...Array.from({ length: 500 }, (_, index) => wire.queryMessage(`select ${index}`)));
    const seen: string[] = [];
    for (let index = 0; index < 500; index += 1) seen.push(firstColumn((await client.readUntil('Z'))[1]!));
    expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => String(index)));
    client.destroy();
  });

  it('cancels a statement that waits for the engine', async () => {
    const [owner, waiting] = [await signOnRaw(address), await signOnRaw(address)];
    owner.send(wire.queryMessage('begin'));
    await owner.readUntil('Z');
    waiting.send(wire.queryMessage('select 1'));
    const canceller = await connectRaw(address);
    canceller.send(startupMessage(wire.startupCodes.cancel, waiting.key));
    const answer = await waiting.readUntil('Z');
    expect(typesOf(answer)).toBe('EZ');
    expect(wire.readError(answer[0]!).sqlState).toBe('57014');
    owner.send(wire.queryMessage('commit'));
    await owner.readUntil('Z');
    waiting.send(wire.queryMessage('select 2'));
    expect(typesOf(await waiting.readUntil('Z'))).toBe('TDCZ');
    for (const client of [owner, waiting, canceller]) client.destroy();
  });

  it('cancels nothing with a wrong key', async () => {
    const [owner, waiting] = [await signOnRaw(address), await signOnRaw(address)];
    owner.send(wire.queryMessage('begin'));
    await owner.readUntil('Z');
    waiting.send(wire.queryMessage('select 1'));
    const canceller = await connectRaw(address);
    canceller.send(startupMessage(wire.startupCodes.cancel, waiting.key.subarray(0, 4), wire.int32(1)));
    await canceller.ended();
    owner.send(wire.queryMessage('commit'));
    await owner.readUntil('Z');
    expect(typesOf(await waiting.readUntil('Z'))).toBe('TDCZ');
    for (const client of [owner, waiting]) client.destroy();
  });

  it('sends COPY TO STDOUT and ignores copy data nobody asked for', async () => {
    const client = await signOnRaw(address);
    client.send(wire.queryMessage('copy (select 1, 2) to stdout'));
    expect(typesOf(await client.readUntil('Z'))).toBe('HdcCZ');
    client.send(wire.message('d', 'stray'), wire.message('c'), wire.queryMessage('select 1'));
    expect(typesOf(await client.readUntil('Z'))).toBe('TDCZ');
    client.destroy();
  });

  it.each([
    ['an unknown protocol', startupMessage(131_072), '0A000'],
    ['a senseless first length', Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]), '08P01'],
  ])('refuses %s', async (_name, bytes, sqlState) => {
    const client = await connectRaw(address);
    client.send(bytes);
    expect(wire.readError((await client.ended())[0]!).sqlState).toBe(sqlState);
  });

  it.each([
    ['an unknown message', wire.message('y', 'what')],
    ['a function call', wire.message('F', wire.int32(1))],
    ['a senseless length', Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff])],
  ])('ends a connection that sends %s, and no other', async (_name, bytes) => {
    const [client, other] = [await signOnRaw(address), await signOnRaw(address)];
    client.send(bytes);
    expect(wire.readError((await client.ended()).at(-1)!).sqlState).toBe('08P01');
    other.send(wire.queryMessage('select 1'));
    expect(typesOf(await other.readUntil('Z'))).toBe('TDCZ');
    other.destroy();
  });

  it('survives a thousand random messages', async () => {
    let state = 1;
    const next = (below: number): number => {
      // Park and Miller's generator: the same bytes at every run.
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 40; round += 1) {
      const client = await signOnRaw(address);
      for (let index = 0; index < 25; index += 1) {
        const body = Buffer.from(Array.from({ length: next(40) }, () => next(256)));
        client.send(wire.message('QPBDECSH'[next(8)] ?? 'S', body));
      }
      client.send(wire.message('X'));
      await client.ended();
    }
    expect(await countMarks()).toBe('0');
  });

  it('refuses the 101st connection', async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, () => signOnRaw(address)));
    const late = await connectRaw(address);
    late.send(startupMessage(wire.startupCodes.protocol3, Buffer.from('user\0postgres\0\0')));
    expect(wire.readError((await late.ended()).at(-1)!).sqlState).toBe('53300');
    for (const client of clients) client.destroy();
    await expect.poll(countMarks).toBe('0');
  });
});
