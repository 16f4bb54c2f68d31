import type { LiveEvent } from '@parley/contract/live-events';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { describeOnEachDatabase } from '../db/testing.ts';
import { silentLog } from '../log/open-log.ts';
import { parseCursor, writeCursor } from './cursor.ts';
import type { LiveFeed } from './live-feed.ts';
import { openLiveFeed } from './open-live-feed.ts';

const analysed = (callId: string): LiveEvent => ({ type: 'call.analysed', callId });
const partial = (text: string): LiveEvent => ({
  type: 'call.partial',
  callId: 'call_1',
  speaker: 'agent',
  text,
});

type Screen = { seen: string[]; ids: (string | null)[]; leave: () => void; lastId(): string };

describeOnEachDatabase('The live feed', (test) => {
  // The embedded database has one process and one transaction at a time.
  const itOnPostgres = test.kind === 'postgres' ? it : () => undefined;
  const feeds: LiveFeed[] = [];
  afterEach(async () => {
    for (const feed of feeds.splice(0)) await feed.close();
  });
  const open = async (options: { database?: Database; keepMs?: number } = {}): Promise<LiveFeed> => {
    const { database = test.database, ...rest } = options;
    const feed = await openLiveFeed({ database, log: silentLog, ...rest });
    feeds.push(feed);
    return feed;
  };
  const watch = async (feed: LiveFeed, workspaceId: string, lastEventId?: string): Promise<Screen> => {
    const screen: Screen = {
      seen: [],
      ids: [],
      leave: () => undefined,
      lastId: () => screen.ids.findLast((id) => id !== null) ?? '',
    };
    screen.leave = await feed.subscribe(workspaceId, lastEventId, (event, id) => {
      screen.ids.push(id);
      if (event.type === 'call.analysed') screen.seen.push(event.callId);
      else if (event.type === 'call.partial') screen.seen.push(event.text);
      else if (event.type !== 'feed.ready') screen.seen.push(event.type);
    });
    return screen;
  };
  let count = 0;
  const newWorkspace = (): string => {
    count += 1;
    return `wsp_${count}`;
  };
  const publish = (feed: LiveFeed, workspaceId: string, callId: string): Promise<void> =>
    feed.publish(test.database.queries, workspaceId, analysed(callId));

  it('tells every screen of a workspace, and of no other', async () => {
    const feed = await open();
    const [mine, other] = [newWorkspace(), newWorkspace()];
    const screens = [await watch(feed, mine), await watch(feed, mine), await watch(feed, other)];
    await publish(feed, mine, 'a');
    await publish(feed, mine, 'b');
    await expect.poll(() => screens.map(({ seen }) => seen)).toEqual([['a', 'b'], ['a', 'b'], []]);
  });

  it('tells nothing of a transaction that failed', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const screen = await watch(feed, workspace);
    const failed = test.database.transaction(async (tx) => {
      await feed.publish(tx, workspace, analysed('lost'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await publish(feed, workspace, 'kept');
    await expect.poll(() => screen.seen).toEqual(['kept']);
  });

  it('gives a screen that was away what it missed, once', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const first = await watch(feed, workspace);
    await publish(feed, workspace, 'a');
    await expect.poll(() => first.seen).toEqual(['a']);
    first.leave();
    await publish(feed, workspace, 'b');
    await publish(feed, workspace, 'c');
    const again = await watch(feed, workspace, first.lastId());
    expect(again.seen).toEqual(['b', 'c']);
    await publish(feed, workspace, 'd');
    await expect.poll(() => again.seen).toEqual(['b', 'c', 'd']);
    expect(first.seen).toEqual(['a']);
  });

  it('knows the place of a screen that has seen no event yet', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const first = await watch(feed, workspace);
    first.leave();
    await publish(feed, workspace, 'a');
    expect((await watch(feed, workspace, first.lastId())).seen).toEqual(['a']);
  });

  it('goes on exactly after each event of a batch', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const first = await watch(feed, workspace);
    const all = ['a', 'b', 'c', 'd', 'e'];
    await test.database.transaction(async (tx) => {
      await feed.publish(tx, workspace, analysed('a'));
      await feed.publishAll(tx, workspace, ['b', 'c', 'd', 'e'].map(analysed));
      await feed.publishAll(tx, workspace, []);
    });
    await expect.poll(() => first.seen).toEqual(all);
    const ids = first.ids.slice(1);
    for (const [index, id] of ids.entries()) {
      const screen = await watch(feed, workspace, id ?? '');
      expect(screen.seen).toEqual(all.slice(index + 1));
      // A replay breaks off as well: each place in it is exact, or it is not given.
      for (const [later, place] of screen.ids.entries()) {
        if (place !== null)
          expect((await watch(feed, workspace, place)).seen).toEqual(all.slice(index + 2 + later));
      }
    }
  });

  it('tells no event twice and leaves none out while screens come and go', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const all = Array.from({ length: 120 }, (_, index) => String(index));
    let place: string | undefined = (await watch(feed, newWorkspace())).lastId();
    const publishing = (async () => {
      for (const callId of all) await publish(feed, workspace, callId);
    })();
    const seen: string[] = [];
    while (seen.length < all.length) {
      const screen: Screen = await watch(feed, workspace, place);
      await expect.poll(() => screen.seen.length, { interval: 1 }).toBeGreaterThan(0);
      screen.leave();
      seen.push(...screen.seen);
      place = screen.lastId();
    }
    await publishing;
    expect(seen).toEqual(all);
  });

  itOnPostgres('misses no event whose transaction began first and committed last', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const screen = await watch(feed, workspace);
    const slow = await test.database.pool.connect();
    await slow.query('begin');
    await slow.query('insert into live_events (workspace_id, event) values ($1, $2)', [
      workspace,
      analysed('slow'),
    ]);
    await publish(feed, workspace, 'fast');
    await expect.poll(() => screen.seen).toEqual(['fast']);
    const place = screen.lastId();
    screen.leave();
    await slow.query(`select pg_notify('parley_live_events', $1)`, [workspace]);
    await slow.query('commit');
    slow.release();
    expect((await watch(feed, workspace, place)).seen).toEqual(['slow']);
    const staying = await watch(feed, workspace, place);
    expect(staying.seen).toEqual(['slow']);
    await publish(feed, workspace, 'next');
    await expect.poll(() => staying.seen).toEqual(['slow', 'next']);
  });

  it.each(['', '17', 'x~1:1:~~0', '1~9:9:~~0', '99999999999999~999999999999:999999999999:~~0'])(
    'asks a screen with the unknown place %j to begin anew',
    async (place) => {
      const feed = await open();
      const screen = await watch(feed, newWorkspace(), place);
      expect(screen.seen).toEqual(['feed.reset']);
      expect(screen.lastId()).toMatch(/^\d+~/);
    },
  );

  it('asks a screen that was away too long to begin anew', async () => {
    const feed = await open({ keepMs: 0 });
    const workspace = newWorkspace();
    const first = await watch(feed, workspace);
    first.leave();
    await test.database.queries.execute(sql`select pg_sleep(0.01)`);
    const again = await watch(feed, workspace, first.lastId());
    expect(again.seen).toEqual(['feed.reset']);
  });

  it('asks a screen that missed a thousand events to begin anew', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const first = await watch(feed, workspace);
    first.leave();
    await test.database.pool.query(
      'insert into live_events (workspace_id, event) select $1, $2 from generate_series(1, 1001)',
      [workspace, analysed('many')],
    );
    expect((await watch(feed, workspace, first.lastId())).seen).toEqual(['feed.reset']);
  });

  it('tells passing events at once, without a place, and stores none', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    const screen = await watch(feed, workspace);
    feed.tell(workspace, partial('hel'));
    feed.tell(workspace, partial('hello'));
    expect(screen.seen).toEqual(['hel', 'hello']);
    expect(screen.ids.slice(1)).toEqual([null, null]);
    const { rows } = await test.database.pool.query('select 1 from live_events where workspace_id = $1', [
      workspace,
    ]);
    expect(rows).toEqual([]);
  });

  it('goes on after a screen threw, and tells nothing after it is closed', async () => {
    const feed = await open();
    const workspace = newWorkspace();
    await feed.subscribe(workspace, undefined, (event) => {
      if (event.type === 'call.partial') throw new Error('a broken screen');
    });
    const screen = await watch(feed, workspace);
    feed.tell(workspace, partial('x'));
    expect(screen.seen).toEqual(['x']);
    await feed.close();
    await feed.close();
    feed.tell(workspace, partial('y'));
    expect(screen.seen).toEqual(['x']);
    await expect(feed.subscribe(workspace, undefined, () => undefined)).rejects.toThrow('closed');
  });

  itOnPostgres('tells stored and passing events to the screens of another process, each once', async () => {
    const here = await open();
    const there = await open({ database: await test.openSecond() });
    const workspace = newWorkspace();
    const [near, far] = [await watch(here, workspace), await watch(there, workspace)];
    await publish(here, workspace, 'stored');
    for (let index = 0; index < 300; index += 1) here.tell(workspace, partial('x'.repeat(100)));
    here.tell(workspace, partial('too large for a notification '.repeat(400)));
    here.tell(workspace, partial('last'));
    await expect.poll(() => far.seen.at(-1)).toBe('last');
    await expect.poll(() => near.seen.length).toBe(303);
    expect(far.seen.toSorted()).toEqual(near.seen.filter((text) => text.length < 7_000).toSorted());
    expect(far.seen.length).toBe(302);
  });
});

describe('A place in the feed', () => {
  it('is written and read back', () => {
    const cursor = { atMs: 1_795_000_000_000, base: '10:20:11,15', top: '12:30:', lastId: '99' };
    expect(parseCursor(writeCursor(cursor))).toEqual(cursor);
    const plain = { ...cursor, top: cursor.base };
    expect(parseCursor(writeCursor(plain))).toEqual(plain);
  });
});
