import type { DashboardFigures, Overview } from '@parley/contract/analytics';
import { Disposition, Sentiment } from '@parley/contract/calls';
import { endReasonIds } from '@parley/contract/end-reasons';
import { listMetricsOf, type Metric, metricIds } from '@parley/contract/metrics';
import { sampleFigures } from '@parley/contract/sample-figures';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase, type TestDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { chance, type RandomCall, randomCall } from './testing-random-calls.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A Saturday. */
const noonMs = Date.UTC(2026, 10, 21, 12, 0);
const agents = ['agt_0000000000000000000001', 'agt_0000000000000000000002', null];
const numbers = ['+14155550101', '+442079460102', ''];

describeOnEachDatabase(
  'Figures',
  (suite) => {
    let product: TestProduct;
    const openUser = async () => await registerUser(product, `${newId('event').toLowerCase()}@example.com`);
    const ask = async <Answer>(user: TestUser, path: string): Promise<Answer> => {
      const { status, body } = await askApi(product, 'GET', path, { token: user.token });
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    const valuesOf = (answer: DashboardFigures) =>
      Object.fromEntries(answer.figures.map(({ metric, value }) => [metric, value]));

    beforeAll(async () => {
      product = await openTestProduct(suite.database, { environment: { PARLEY_MODE: 'local' } });
      product.clock.nowMs = noonMs;
    });
    afterAll(() => product.close());

    describe('over random calls', () => {
      let user: TestUser;
      let other: TestUser;
      let calls: RandomCall[];
      beforeAll(async () => {
        [user, other] = [await openUser(), await openUser()];
        const next = chance(20261121);
        calls = Array.from({ length: 160 }, () =>
          randomCall(next, { fromMs: noonMs - 40 * dayMs, toMs: noonMs, agents, numbers }),
        );
        for (const call of calls) await tell(product, suite, user, call);
        for (const call of calls.slice(0, 20))
          await tell(product, suite, other, { ...call, id: newId('call') });
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
                const answer = await ask<DashboardFigures>(user, `/analytics/dashboard?${path}`);
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
            const list = await ask<{ total: number; total_pages: number; calls: { id: string }[] }>(
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
          const overview = await ask<Overview>(
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
    });

    describe('over the random calls of a year', () => {
      let user: TestUser;
      let calls: RandomCall[];
      beforeAll(async () => {
        user = await openUser();
        const next = chance(20261122);
        calls = Array.from({ length: 120 }, () =>
          randomCall(next, { fromMs: noonMs - 400 * dayMs, toMs: noonMs, agents, numbers }),
        );
        for (const call of calls) await tell(product, suite, user, call);
      });

      // Zones of quarters and halves of an hour, and some that change their clock within each span.
      const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Lord_Howe'];
      describe.each(zones)('in %s', (zone) => {
        const local = new Intl.DateTimeFormat('en-CA', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
          hour12: false,
        });
        const placeOf = (call: RandomCall) => {
          const [date = '', time = ''] = local.format(call.createdMs).split(', ');
          return { date, hour: Number(time.slice(0, 2)) % 24 };
        };

        test.each([
          ['2025-12-01', '2026-11-30', ''],
          ['2026-02-14', '2026-11-02', `agent_id=${agents[0]}`],
          ['2026-03-29', '2026-10-25', `phone_number=${encodeURIComponent(numbers[0]!)}`],
        ])('the figures from %s to %s equal a count over the calls', async (from, to, filter) => {
          const range = `period=custom&from=${from}&to=${to}&time_zone=${zone}&${filter}`;
          const meant = calls.filter(
            (call) =>
              (!filter.startsWith('agent') || call.agentId === agents[0]) &&
              (!filter.startsWith('phone') || call.number === numbers[0]),
          );
          for (const tests of ['include', 'exclude']) {
            const counted = meant.filter((call) => tests === 'include' || !call.isTest);
            const dashboard = await ask<DashboardFigures>(
              user,
              `/analytics/dashboard?${range}&test_calls=${tests}`,
            );
            const { span } = dashboard;
            expect(valuesOf(dashboard)).toEqual(
              countByHand(counted, Date.parse(span.from), Date.parse(span.to)),
            );
            expect(Object.fromEntries(dashboard.figures.map((each) => [each.metric, each.before]))).toEqual(
              countByHand(counted, Date.parse(span.before_from), Date.parse(span.before_to)),
            );
            const within = counted
              .map((call) => ({ ...call, ...placeOf(call) }))
              .filter(({ date }) => date >= from && date <= to);
            expect(within.length).toBeGreaterThan(5);
            const overview = await ask<Overview>(user, `/analytics/overview?${range}&test_calls=${tests}`);
            expect(overview.totals.calls).toBe(within.length);
            for (const { at, calls: each, made, received } of overview.series) {
              const onDay = within.filter(({ date }) => date === at);
              const madeOnDay = onDay.filter(({ direction }) => direction === 'outbound').length;
              expect([at, each, made, received]).toEqual([
                at,
                onDay.length,
                madeOnDay,
                onDay.length - madeOnDay,
              ]);
            }
            const byHour = Map.groupBy(
              within,
              ({ date, hour }) => `${new Date(`${date}T00:00:00Z`).getUTCDay() || 7} ${hour}`,
            );
            expect(
              Object.fromEntries(overview.hours.map((each) => [`${each.weekday} ${each.hour}`, each.calls])),
            ).toEqual(Object.fromEntries([...byHour].map(([hour, parts]) => [hour, parts.length])));
            expect(Object.fromEntries(overview.end_reasons.map((each) => [each.id, each.calls]))).toEqual(
              Object.fromEntries(
                [...Map.groupBy(within, (call) => String(call.endReason))].map(([id, parts]) => [
                  id,
                  parts.length,
                ]),
              ),
            );
            expect(
              Object.fromEntries(
                overview.agents.map((each) => [each.agent_id, [each.calls, each.connected, each.booked]]),
              ),
            ).toEqual(
              Object.fromEntries(
                [
                  ...Map.groupBy(
                    within.filter(({ agentId }) => agentId !== null),
                    (call) => String(call.agentId),
                  ),
                ].map(([id, parts]) => {
                  const metrics = countByHand(parts, 0, Number.MAX_SAFE_INTEGER);
                  return [id, [parts.length, metrics.calls_connected, metrics.appointments_booked]];
                }),
              ),
            );
          }
        });
      });
    });

    test('a workspace without a call sees the sample figures, which filters do not change', async () => {
      const user = await openUser();
      for (const query of ['', '?period=month', `?agent_id=${agents[0]}`]) {
        const answer = await ask<DashboardFigures>(user, `/analytics/dashboard${query}`);
        expect(answer.is_sample).toBe(true);
        expect(valuesOf(answer)).toEqual(
          Object.fromEntries(metricIds.map((metric) => [metric, sampleFigures[metric].value])),
        );
        expect(answer.figures.map(({ change }) => change)).toEqual(
          ['+12', '+8', '+5', '-3', '+15', '-7', '+4', '+9', '+18', '-2'].map(
            (each) => `${each}% from yesterday`,
          ),
        );
      }
      const list = await ask<{ is_sample: boolean; total: number; calls: { status: string }[] }>(
        user,
        '/analytics/calls?metric=missed_calls&page=2',
      );
      expect([list.is_sample, list.total, list.calls.length]).toEqual([true, 23, 3]);
      expect(new Set(list.calls.map(({ status }) => status))).toEqual(new Set(['Missed']));
      expect((await ask<Overview>(user, '/analytics/overview')).has_calls).toBe(false);
    });

    test('the first call ends the samples, while it runs already', async () => {
      const user = await openUser();
      await suite.database.queries.execute(
        sql`insert into call_counts (workspace_id, shard, calls) values (${user.workspaceId}, 0, 1)`,
      );
      const answer = await ask<DashboardFigures>(user, '/analytics/dashboard');
      expect(answer.is_sample).toBe(false);
      expect(new Set(answer.figures.map(({ value, change }) => `${value} ${change}`))).toEqual(
        new Set(['0 Same as yesterday']),
      );
    });

    test('what is wrong in a question is named', async () => {
      const user = await openUser();
      const wrong = [
        'period=decade',
        'period=custom',
        'period=custom&from=2026-11-20&to=2026-11-01',
        'period=custom&from=2020-01-01&to=2026-01-01',
        'period=custom&from=0001-01-01&to=0001-01-02',
        'period=custom&from=2026-02-30&to=2026-03-01',
        'time_zone=Mars/Olympus',
        'agent_id=drop table',
        `phone_number=${encodeURIComponent("+1' or 1=1")}`,
        'test_calls=some',
      ];
      for (const query of wrong) {
        const { status, body } = await askApi(product, 'GET', `/analytics/dashboard?${query}`, {
          token: user.token,
        });
        expect([query, status, (body as { error: { code: string } }).error.code]).toEqual([
          query,
          422,
          'input_invalid',
        ]);
      }
      const { status } = await askApi(product, 'GET', '/analytics/calls?metric=calls_lost', {
        token: user.token,
      });
      expect(status).toBe(422);
    });

    test('many calls of one workspace that end at once are all counted', async () => {
      const user = await openUser();
      const next = chance(7);
      const calls = Array.from({ length: 40 }, () =>
        randomCall(next, { fromMs: noonMs - 10 * minuteMs, toMs: noonMs, agents, numbers }),
      );
      await Promise.all(calls.map((call) => tell(product, suite, user, call)));
      const answer = await ask<DashboardFigures>(user, '/analytics/dashboard?test_calls=include');
      expect(valuesOf(answer)).toEqual(countByHand(calls, noonMs - dayMs, noonMs + dayMs));
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

describeOnEachDatabase(
  'Test calls in production',
  (suite) => {
    test('count until the workspace has another call, and on request', async () => {
      const product = await openTestProduct(suite.database, {
        environment: { PARLEY_MODE: 'local' },
      });
      // Local mode counts them by default; the rule for businesses is the other one.
      product.platform.config.mode = 'production';
      const user = await registerUser(product, 'business@example.com');
      const next = chance(3);
      const nowMs = Date.now();
      const placed = (isTest: boolean): RandomCall => ({
        ...randomCall(next, { fromMs: nowMs - 1, toMs: nowMs, agents, numbers }),
        direction: 'outbound',
        isTest,
      });
      const read = async (query = '') => {
        const { body } = await askApi(product, 'GET', `/analytics/dashboard${query}`, { token: user.token });
        const { figures, test_calls: tests } = body as DashboardFigures;
        return [figures[0]?.value, tests.count, tests.are_counted];
      };
      await tell(product, suite, user, placed(true));
      await tell(product, suite, user, placed(true));
      expect(await read()).toEqual([2, 2, true]);
      expect(await read('?test_calls=exclude')).toEqual([0, 2, false]);
      await tell(product, suite, user, placed(false));
      expect(await read()).toEqual([1, 2, false]);
      expect(await read('?test_calls=include')).toEqual([3, 2, true]);
      await product.close();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

/** What the ten figures should be, counted one call after another. */
function countByHand(calls: readonly RandomCall[], fromMs: number, toMs: number): Record<Metric, number> {
  const meant = calls.filter(({ createdMs }) => createdMs >= fromMs && createdMs < toMs);
  return Object.fromEntries(
    metricIds.map((metric) => [metric, meant.filter((call) => listMetricsOf(call).includes(metric)).length]),
  ) as Record<Metric, number>;
}

/** Lets a call happen: its row, the news of its end, then of its analysis. */
async function tell(
  product: TestProduct,
  suite: TestDatabase,
  user: TestUser,
  call: RandomCall,
): Promise<void> {
  const { workspaceId } = user;
  const createdAt = new Date(call.createdMs).toISOString();
  const [fromNumber, toNumber] =
    call.direction === 'inbound' ? [call.customerNumber, call.number] : [call.number, call.customerNumber];
  const answeredAt = call.isAnswered ? new Date(call.createdMs + 4_000).toISOString() : null;
  const endedAt = new Date(call.createdMs + 4_000 + call.durationMs).toISOString();
  const facts = {
    id: call.id,
    direction: call.direction,
    agent_id: call.agentId,
    agent_name: call.agentId ?? 'Nobody',
    from_number: fromNumber,
    to_number: toNumber,
    is_test: call.isTest,
    created_at: createdAt,
    answered_at: answeredAt,
    ended_at: endedAt,
    duration_ms: call.isAnswered ? call.durationMs : 0,
    end_reason: call.endReason,
    disposition: null,
    sentiment: null,
    summary: '',
    median_response_ms: null,
    campaign_id: null,
    contact_id: null,
  };
  await suite.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, is_test, state,
        created_at, answered_at, ended_at, end_reason, disposition, sentiment, median_response_ms)
      values (${call.id}, ${workspaceId}, ${call.direction === 'inbound' ? 0 : 1}, ${call.agentId}, ${facts.agent_name},
        ${fromNumber}, ${toNumber}, 'sip', ${call.isTest}, 'ended', ${createdAt}, ${answeredAt}, ${endedAt},
        ${call.endReason}, ${call.disposition}, ${call.sentiment}, ${call.responseMs})`);
    await product.platform.events.publish(tx, workspaceId, { type: 'call.ended', data: { call: facts } });
  });
  if (call.disposition === null) return;
  const analysed = {
    ...facts,
    disposition: call.disposition,
    sentiment: call.sentiment,
    median_response_ms: call.responseMs,
    campaign_id: null,
    contact_id: null,
  };
  for (const _ of ['told', 'told again'])
    await suite.database.transaction((tx) =>
      product.platform.events.publish(tx, workspaceId, { type: 'call.analysed', data: { call: analysed } }),
    );
}

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
  const calls = Array.from({ length: 2_000 }, () =>
    randomCall(next, { fromMs: 0, toMs: dayMs, agents, numbers }),
  );
  expect(new Set(calls.map((call) => call.endReason))).toEqual(new Set(endReasonIds));
  expect(new Set(calls.map((call) => call.disposition))).toEqual(new Set([null, ...Disposition.options]));
  expect(new Set(calls.map((call) => call.sentiment))).toEqual(new Set([null, ...Sentiment.options]));
});
