import type { FigureFilters } from '../../api/analytics.ts';

/** What the filters of figures keep in the address; what is not there is all, all, today (DASH-2). */
export type FigureSearch = {
  agent?: string;
  number?: string;
  period?: 'week' | 'month' | 'custom';
  /** Days of a custom range, `2026-11-21`. */
  from?: string;
  to?: string;
  tests?: 'include' | 'exclude';
};

/** Reads the filters from an address; whatever does not fit is left out. */
export function readFigureSearch(search: Record<string, unknown>): FigureSearch {
  const { agent, number, period, from, to, tests } = search;
  const hasRange = isDay(from) && isDay(to) && from <= to;
  return {
    ...(typeof agent === 'string' && agent !== '' && { agent }),
    ...(typeof number === 'string' && /^\+\d{3,15}$/.test(number) && { number }),
    ...((period === 'week' || period === 'month') && { period }),
    ...(period === 'custom' && hasRange && { period, from, to }),
    ...((tests === 'include' || tests === 'exclude') && { tests }),
  };
}

/** What is asked of the server for them. A sample agent is none of the workspace and asks for nothing. */
export function toFigureFilters(search: FigureSearch, timeZone: string): FigureFilters {
  const { agent, number, period, from, to, tests } = search;
  return {
    ...(agent !== undefined && /^agt_[0-9A-Za-z]{16,32}$/.test(agent) && { agent_id: agent }),
    ...(number !== undefined && { phone_number: number }),
    period: period ?? 'today',
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(tests !== undefined && { test_calls: tests }),
    time_zone: timeZone,
  };
}

/** The last seven days, for a custom range nobody has chosen yet. `nowMs` is read in the time zone. */
export function lastSevenDays(nowMs: number, timeZone: string): { from: string; to: string } {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const to = day.format(nowMs);
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10);
  return { from, to };
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^2\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
