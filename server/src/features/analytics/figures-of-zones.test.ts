import type { DashboardFigures, Overview } from '@parley/contract/analytics';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { TestUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import {
  agents,
  countByHand,
  dayMs,
  FiguresTest,
  noonMs,
  numbers,
  randomCalls,
  valuesOf,
} from './testing-figures.ts';
import { chance, type RandomCall } from './testing-random-calls.ts';

describeOnEachDatabase(
  'Figures over the random calls of a year',
  (suite) => {
    const it = new FiguresTest(suite);

    let user: TestUser;
    let calls: RandomCall[];
    beforeAll(async () => {
      user = await it.openUser();
      const next = chance(20261122);
      calls = randomCalls(next, { count: 120, fromMs: noonMs - 400 * dayMs });
      for (const call of calls) await it.tell(user, call);
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
          const dashboard = await it.ask<DashboardFigures>(
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
          const overview = await it.ask<Overview>(user, `/analytics/overview?${range}&test_calls=${tests}`);
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
  },
  { migrations: features.map((feature) => feature.migrations) },
);
