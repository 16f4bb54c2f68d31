import { expect, test } from 'vitest';
import { lastSevenDays, readFigureSearch, toFigureFilters } from './figure-search.ts';

const agent = 'agt_0000000000000000000001';

test('filters come from the address as they were put there', () => {
  const search = {
    agent,
    number: '+14155550101',
    period: 'custom',
    from: '2026-11-01',
    to: '2026-11-07',
    tests: 'include',
  };
  expect(readFigureSearch(search)).toEqual(search);
  expect(toFigureFilters(readFigureSearch(search), 'UTC')).toEqual({
    agent_id: agent,
    phone_number: '+14155550101',
    period: 'custom',
    from: '2026-11-01',
    to: '2026-11-07',
    test_calls: 'include',
    time_zone: 'UTC',
  });
});

test('nothing, and what makes no sense, is all, all, today', () => {
  const senseless = [
    {},
    { period: 'decade', number: '555', agent: 7, tests: 'yes' },
    { period: 'custom' },
    { period: 'custom', from: '2026-11-07', to: '2026-11-01' },
    { period: 'custom', from: '2026-02-30', to: '2026-03-01' },
    { period: 'today', from: '2026-11-01', to: '2026-11-07' },
  ];
  for (const search of senseless)
    expect(toFigureFilters(readFigureSearch(search), 'UTC')).toEqual({ period: 'today', time_zone: 'UTC' });
});

test('a sample agent is not asked of the server', () => {
  expect(toFigureFilters({ agent: 'sales-alpha' }, 'UTC')).not.toHaveProperty('agent_id');
});

test('the last seven days end with today where the user is', () => {
  const nowMs = Date.UTC(2026, 10, 21, 23, 30);
  expect(lastSevenDays(nowMs, 'UTC')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(lastSevenDays(nowMs, 'Asia/Tokyo')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
