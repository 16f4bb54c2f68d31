import type { DashboardFigures, Overview } from '@parley/contract/analytics';
import { Disposition, Sentiment } from '@parley/contract/calls';
import { endReasonIds } from '@parley/contract/end-reasons';
import { listMetricsOf, metricIds } from '@parley/contract/metrics';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase, type TestDatabase } from '../../platform/db/testing.ts';
import type { TestUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import {
  agents,
  countByHand,
  dayMs,
  FiguresTest,
  minuteMs,
  noonMs,
  numbers,
  randomCalls,
  valuesOf,
} from './testing-figures.ts';
import { chance, type RandomCall } from './testing-random-calls.ts';

describeOnEachDatabase(
  'Figures over random calls',
  (suite) => {
    const it = new FiguresTest(suite);

    let user: TestUser;
    let other: TestUser;
    let calls: RandomCall[];
    beforeAll(async () => {
      [user, other] = [await it.openUser(), await it.openUser()];
      const next = chance(20261121);
      calls = randomCalls(next, { count: 160, fromMs: noonMs - 40 * dayMs });
      for (const call of calls) await it.tell(user, call);
      for (const call of calls.slice(0, 20)) await it.tell(other, { ...call, id: newId('call') });
    });

    const spans = [
      { query: 'period=today', from: Date.UTC(2026, 10, 21), before: Date.UTC(2026, 10, 20) },
      { query: 'period=week', from: Date.UTC(2026, 10, 16), before: Date.UTC(2026, 10, 9) },
      { query: 'period=month', from: Date.UTC(2026, 10, 1), before: Date.UTC(2026, 9, 1) },
    ];
    test.each(spans)(
      'the figures of $query equal a count over the calls, by every filter',
      async ({ query, from, before }) => {
        for (const agent of [undefined, ...agents.slice(0, 2)])
          for (const number of [undefined, ...numbers.slice(0, 2)])
            for (const tests of ['include', 'exclude']) {
              const path = `${query}&test_calls=${tests}${agent ? `&agent_id=${agent}` : ''}${number ? `&phone_number=${encodeURIComponent(number)}` : ''}`;
              const answer = await it.ask<DashboardFigures>(user, `/analytics/dashboard?${path}`);
              const meant = calls.filter(
                (call) =>
                  (!agent || call.agentId === agent) &&
                  (!number || call.number === number) &&
                  (tests === 'include' || !call.isTest),
              );
              const toMs = noonMs + 15 * minuteMs;
              expect(valuesOf(answer)).toEqual(countByHand(meant, from, toMs));
              const beforeTo = Math.min(
                from,
                query === 'period=month' ? Date.UTC(2026, 9, 21, 12, 15) : toMs - (from - before),
              );
              expect(Object.fromEntries(answer.figures.map((each) => [each.metric, each.before]))).toEqual(
                countByHand(meant, before, beforeTo),
              );
            }
      },
    );

    test('each list holds exactly the calls its figure counts, newest first, page by page', async () => {
      const range = 'period=custom&from=2026-10-01&to=2026-11-30&test_calls=include';
      for (const metric of metricIds) {
        const seen: string[] = [];
        let total = 0;
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const list = await it.ask<{ total: number; total_pages: number; calls: { id: string }[] }>(
            user,
            `/analytics/calls?${range}&metric=${metric}&page=${page}`,
          );
          ({ total, total_pages: pages } = list);
          seen.push(...list.calls.map(({ id }) => id));
        }
        const meant = calls
          .filter((call) => listMetricsOf(call).includes(metric))
          .sort((one, other) => other.createdMs - one.createdMs);
        expect([metric, total, seen]).toEqual([metric, meant.length, meant.map(({ id }) => id)]);
      }
    });

    test('counting the past anew by SQL gives what was counted call by call', async () => {
      const before = await readTables(suite, user.workspaceId);
      await suite.database.queries.execute(sql`delete from call_facts`);
      await suite.database.queries.execute(sql`delete from call_figures`);
      await suite.database.queries.execute(sql`delete from call_figures_of_days`);
      await suite.database.queries.execute(sql`delete from call_slots_of_days`);
      const counted = await suite.database.queries.execute<{ count_past_calls: string }>(
        sql`select count_past_calls()`,
      );
      expect(Number(counted.rows[0]?.count_past_calls)).toBe(180);
      expect(await readTables(suite, user.workspaceId)).toEqual(before);
      const again = await suite.database.queries.execute<{ count_past_calls: string }>(
        sql`select count_past_calls()`,
      );
      expect(Number(again.rows[0]?.count_past_calls)).toBe(0);
      expect(await readTables(suite, user.workspaceId)).toEqual(before);
      await suite.database.queries.execute(sql`select sum_days_anew()`);
      expect(await readTables(suite, user.workspaceId)).toEqual(before);
    });

    test('the overview adds up to the same calls', async () => {
      for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
        const overview = await it.ask<Overview>(
          user,
          `/analytics/overview?period=custom&from=2026-10-20&to=2026-11-20&test_calls=include&time_zone=${zone}`,
        );
        const [fromMs, toMs] = [Date.parse(overview.span.from), Date.parse(overview.span.to)];
        const meant = calls.filter(({ createdMs }) => createdMs >= fromMs && createdMs < toMs);
        const sum = (rows: readonly { calls: number }[]) =>
          rows.reduce((total, { calls: each }) => total + each, 0);
        expect(meant.length).toBeGreaterThan(50);
        expect(overview.totals.calls).toBe(meant.length);
        expect([sum(overview.series), sum(overview.hours), sum(overview.end_reasons)]).toEqual(
          Array.from({ length: 3 }, () => meant.length),
        );
        expect(sum(overview.durations)).toBe(meant.filter((call) => call.isAnswered).length);
        expect(sum(overview.responses)).toBe(meant.filter((call) => call.responseMs !== null).length);
        expect(sum(overview.agents)).toBe(meant.filter((call) => call.agentId !== null).length);
        expect(overview.series).toHaveLength(32);
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
        for (const { at, calls: each } of overview.series) {
          expect([zone, at, each]).toEqual([
            zone,
            at,
            meant.filter(({ createdMs }) => day.format(createdMs) === at).length,
          ]);
        }
      }
    });

    test('many calls of one workspace that end at once are all counted', async () => {
      const user = await it.openUser();
      const next = chance(7);
      const calls = randomCalls(next, { count: 40, fromMs: noonMs - 10 * minuteMs });
      await Promise.all(calls.map((call) => it.tell(user, call)));
      const answer = await it.ask<DashboardFigures>(user, '/analytics/dashboard?test_calls=include');
      expect(valuesOf(answer)).toEqual(countByHand(calls, noonMs - dayMs, noonMs + dayMs));
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

/** Facts and figures of a workspace, shards folded and rows without a call left out. */
async function readTables(suite: TestDatabase, workspaceId: string): Promise<unknown> {
  const { queries } = suite.database;
  const facts = await queries.execute(
    sql`select * from call_facts where workspace_id = ${workspaceId} order by call_id`,
  );
  const columns = sql.raw(metricIds.map((metric) => `sum(${metric}) as ${metric}`).join(', '));
  const ofTable = async (table: string) => {
    const figures = await queries.execute(sql`
      select number, agent_id, is_test, slot, sum(calls) as calls, sum(answered) as answered,
        sum(duration_ms) as duration_ms, ${columns}
      from ${sql.identifier(table)} where workspace_id = ${workspaceId} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
    const others = await queries.execute(sql`
      select number, agent_id, is_test, slot, key, sum(value::bigint) as calls
      from ${sql.identifier(table)}, jsonb_each_text(others) where workspace_id = ${workspaceId}
      group by 1, 2, 3, 4, 5 having sum(value::bigint) <> 0 order by 1, 2, 3, 4, 5`);
    return { figures: figures.rows, others: others.rows };
  };
  const slots = await queries.execute(sql`
    select number, agent_id, is_test, slot, place, sum(made) as made, sum(received) as received,
      sum(connected) as connected
    from call_slots_of_days, unnest(calls_made, calls_received, calls_connected)
      with ordinality as slots (made, received, connected, place)
    where workspace_id = ${workspaceId} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`);
  return {
    facts: facts.rows,
    quarters: await ofTable('call_figures'),
    days: await ofTable('call_figures_of_days'),
    slots: slots.rows,
  };
}

test('random calls hold every end reason, disposition and mood', () => {
  const next = chance(20261121);
  const calls = randomCalls(next, { count: 2_000, fromMs: 0, toMs: dayMs });
  expect(new Set(calls.map((call) => call.endReason))).toEqual(new Set(endReasonIds));
  expect(new Set(calls.map((call) => call.disposition))).toEqual(new Set([null, ...Disposition.options]));
  expect(new Set(calls.map((call) => call.sentiment))).toEqual(new Set([null, ...Sentiment.options]));
});
