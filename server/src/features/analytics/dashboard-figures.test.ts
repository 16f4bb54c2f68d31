import type { DashboardFigures, Overview } from '@parley/contract/analytics';
import { metricIds } from '@parley/contract/metrics';
import { sampleFigures } from '@parley/contract/sample-figures';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { askApi, openTestProduct, registerUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { agents, FiguresTest, numbers, tell, valuesOf } from './testing-figures.ts';
import { chance, type RandomCall, randomCall } from './testing-random-calls.ts';

describeOnEachDatabase(
  'Figures of a dashboard',
  (suite) => {
    const it = new FiguresTest(suite);

    test('a workspace without a call sees the sample figures, which filters do not change', async () => {
      const user = await it.openUser();
      for (const query of ['', '?period=month', `?agent_id=${agents[0]}`]) {
        const answer = await it.ask<DashboardFigures>(user, `/analytics/dashboard${query}`);
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
      const list = await it.ask<{ is_sample: boolean; total: number; calls: { status: string }[] }>(
        user,
        '/analytics/calls?metric=missed_calls&page=2',
      );
      expect([list.is_sample, list.total, list.calls.length]).toEqual([true, 23, 3]);
      expect(new Set(list.calls.map(({ status }) => status))).toEqual(new Set(['Missed']));
      expect((await it.ask<Overview>(user, '/analytics/overview')).has_calls).toBe(false);
    });

    test('the first call ends the samples, while it runs already', async () => {
      const user = await it.openUser();
      await suite.database.queries.execute(
        sql`insert into call_counts (workspace_id, shard, calls) values (${user.workspaceId}, 0, 1)`,
      );
      const answer = await it.ask<DashboardFigures>(user, '/analytics/dashboard');
      expect(answer.is_sample).toBe(false);
      expect(new Set(answer.figures.map(({ value, change }) => `${value} ${change}`))).toEqual(
        new Set(['0 Same as yesterday']),
      );
    });

    test('what is wrong in a question is named', async () => {
      const user = await it.openUser();
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
        const { status, body } = await askApi(it.product, 'GET', `/analytics/dashboard?${query}`, {
          token: user.token,
        });
        expect([query, status, (body as { error: { code: string } }).error.code]).toEqual([
          query,
          422,
          'input_invalid',
        ]);
      }
      const { status } = await askApi(it.product, 'GET', '/analytics/calls?metric=calls_lost', {
        token: user.token,
      });
      expect(status).toBe(422);
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
