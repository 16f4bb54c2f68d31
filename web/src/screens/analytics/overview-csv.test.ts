import type { Overview } from '@parley/contract/analytics';
import { metricIds } from '@parley/contract/metrics';
import papa from 'papaparse';
import { expect, test } from 'vitest';
import { listCsvRows, writeOverviewCsv } from './overview-csv.ts';

const overview: Overview = {
  has_calls: true,
  span: {
    from: '2026-11-21T00:00:00.000Z',
    to: '2026-11-21T12:15:00.000Z',
    before_from: '2026-11-20T00:00:00.000Z',
    before_to: '2026-11-20T12:15:00.000Z',
    before_name: 'yesterday',
  },
  test_calls: { count: 0, are_counted: true },
  totals: {
    calls: 3,
    answered: 2,
    talk_ms: 61_250,
    median_duration_ms: 30_000,
    median_response_ms: null,
    metrics: Object.fromEntries(metricIds.map((metric, at) => [metric, at])) as Overview['totals']['metrics'],
  },
  step: 'hour',
  series: [{ at: '2026-11-21T09:00', calls: 3, made: 1, received: 2, connected: 2 }],
  end_reasons: [{ id: 'goodbye', label: 'Ended after goodbye', calls: 2 }],
  dispositions: [{ id: 'completed', calls: 2 }],
  sentiments: [{ id: 'positive', calls: 1 }],
  durations: [{ from_ms: 0, to_ms: 5_000, calls: 2 }],
  responses: [{ from_ms: 3_000, to_ms: null, calls: 0 }],
  hours: [{ weekday: 6, hour: 9, calls: 3 }],
  agents: ['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(A1)', '\tcmd', 'A, "quoted"\nname'].map(
    (name, at) => ({
      agent_id: `agt_${at}`,
      agent_name: name,
      calls: 1,
      connected: 1,
      talk_ms: 60_000,
      positive: 0,
      negative: 0,
      booked: 0,
    }),
  ),
};

test('every figure of the screen has a row of its own', () => {
  const rows = listCsvRows(overview);
  expect(rows).toContainEqual({
    section: 'Totals',
    item: 'All calls',
    measure: 'Talk time (s)',
    value: 61.3,
  });
  expect(rows).toContainEqual({
    section: 'Totals',
    item: 'All calls',
    measure: 'Median response (s)',
    value: '',
  });
  expect(rows).toContainEqual({
    section: 'Calls by hour',
    item: '2026-11-21T09:00',
    measure: 'Received',
    value: 2,
  });
  expect(rows).toContainEqual({
    section: 'Busy hours',
    item: 'Weekday 6, 09:00',
    measure: 'Calls',
    value: 3,
  });
  expect(rows.filter(({ section }) => section === 'Totals')).toHaveLength(5 + metricIds.length);
});

test('no cell begins as a formula, and every name reads back whole', async () => {
  const csv = await writeOverviewCsv(overview);
  const { data } = papa.parse<{ section: string; item: string; value: string }>(csv, { header: true });
  for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  const names = new Set(data.filter(({ section }) => section === 'Agents').map(({ item }) => item));
  expect(names).toEqual(
    new Set(['\'=HYPERLINK("http://evil")', "'+1", "'-1", "'@SUM(A1)", "'\tcmd", 'A, "quoted"\nname']),
  );
});
