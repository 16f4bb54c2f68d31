import { sql } from 'drizzle-orm';
import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { beforeAll, expect, it } from 'vitest';
import { rowsOf, toRows } from './insert-rows.ts';
import { describeOnEachDatabase } from './testing.ts';

const things = pgTable('things', {
  id: text('id').primaryKey(),
  madeAt: timestamp('made_at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
  isOld: boolean('is_old').notNull().default(false),
  fields: jsonb('fields').$type<Readonly<Record<string, string>>>().notNull().default({}),
  count: bigint('count', { mode: 'number' }),
  note: text('note'),
});

describeOnEachDatabase('Rows stored as one parameter', (test) => {
  beforeAll(async () => {
    await test.database.queries.execute(sql`
      create table things (note text, id text primary key, made_at timestamptz(3) not null default now(),
        is_old boolean not null default false, fields jsonb not null default '{}', count bigint)`);
  });

  it('come back as drizzle reads them, whatever they hold', async () => {
    const { queries } = test.database;
    const madeAt = new Date('2026-11-21T10:20:30.456Z');
    const odd = `O'Brien "the \\ one" 	😀 $1 %s\n; drop table things`;
    const { rows } = await queries.execute(sql`
      insert into ${things} ${rowsOf(
        things,
        [
          { id: 'a', fields: { first: odd }, count: 9_007_199_254_740_991, note: odd, isOld: undefined },
          { id: 'b', fields: {}, note: null },
        ],
        { madeAt: sql`${madeAt}` },
      )} returning *`);
    const expected = [
      { id: 'a', madeAt, isOld: false, fields: { first: odd }, count: 9_007_199_254_740_991, note: odd },
      { id: 'b', madeAt, isOld: false, fields: {}, count: null, note: null },
    ];
    expect(toRows(things, rows)).toEqual(expected);
    expect(await queries.select().from(things).orderBy(things.id)).toEqual(expected);
  });

  it('keep no half characters, as other parameters do not', async () => {
    const { queries } = test.database;
    await queries.execute(sql`truncate things`);
    await queries.execute(
      sql`insert into ${things} ${rowsOf(things, [{ id: 'a', note: 'half \ud83d', fields: { first: '\ude00' } }])}`,
    );
    await queries.insert(things).values({ id: 'b', note: 'half \ud83d' });
    const [one, other] = await queries.select().from(things).orderBy(things.id);
    expect(one).toMatchObject({ note: 'half \ufffd', fields: { first: '\ufffd' } });
    expect(other?.note).toBe(one?.note);
  });

  it('can meet rows that are there', async () => {
    const { queries } = test.database;
    await queries.execute(sql`truncate things`);
    const store = (madeAt: Date, note: string) =>
      queries.execute(sql`
        insert into ${things} ${rowsOf(things, [{ id: 'a', madeAt, note }])}
        on conflict (id) do update set note = excluded.note`);
    await store(new Date(1_000), 'first');
    await store(new Date(2_000), 'second');
    expect(await queries.select().from(things)).toMatchObject([{ madeAt: new Date(1_000), note: 'second' }]);
  });
});
