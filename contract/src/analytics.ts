import { z } from 'zod';
import { Disposition, EndReasonId, Sentiment } from './calls.ts';
import { idOf } from './ids.ts';
import { callRecordStatuses, type Metric, metricIds } from './metrics.ts';
import { route } from './route.ts';

/** Call records on one page of a metric's list. */
export const callRecordPageSize = 20;
/** The longest custom range, in days. */
export const longestRangeDays = 366;

export const MetricId = z.enum(metricIds as [Metric, ...Metric[]]);
export const Period = z.enum(['today', 'week', 'month', 'custom']);
export type Period = z.output<typeof Period>;

/** A day of the calendar, `2026-11-21`. */
const Day = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '3000-01-01', 'A day between 2000 and 2999.');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What figures are asked for; the same for cards, lists and charts. */
const filters = {
  agent_id: idOf('agent').optional(),
  /** E.164. A number of the workspace: the one rung on inbound calls, the one shown on outbound calls. */
  phone_number: z
    .string()
    .regex(/^\+[0-9]{3,15}$/, 'Write the number as +14155550123.')
    .optional(),
  period: Period.default('today'),
  /** First and last day of a custom range, both counted. */
  from: Day.optional(),
  to: Day.optional(),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Not a time zone.')
    .default('UTC')
    .describe('IANA name; days begin at its midnight.'),
  test_calls: z
    .enum(['auto', 'include', 'exclude'])
    .default('auto')
    .describe('auto: test calls count in local mode, and until the workspace has another call.'),
};

const hasRange = ({
  period,
  from,
  to,
}: {
  period: Period;
  from?: string | undefined;
  to?: string | undefined;
}): boolean =>
  period !== 'custom' ||
  (from !== undefined &&
    to !== undefined &&
    from <= to &&
    Date.parse(to) - Date.parse(from) < longestRangeDays * 86_400_000);
const rangeProblem = {
  path: ['from'],
  message: `A custom range has a first and a last day, at most ${longestRangeDays} days.`,
};

export const FigureFilters = z.object(filters).refine(hasRange, rangeProblem);
export type FigureFilters = z.output<typeof FigureFilters>;

const Count = z.int().min(0);
const Milliseconds = z.number().nullable();

/** The time the figures are of, and the one they are compared with. ISO 8601; ends are not included. */
const Span = z.object({
  from: z.string(),
  to: z.string(),
  before_from: z.string(),
  before_to: z.string(),
  /** As in `+12% from yesterday`. */
  before_name: z.string(),
});

const TestCalls = z.object({
  /** Test calls of the span that pass the filters. */
  count: Count,
  are_counted: z.boolean(),
});

export const Figure = z.object({
  metric: MetricId,
  title: z.string(),
  meaning: z.string(),
  value: Count,
  before: Count,
  change: z.string(),
  trend: z.enum(['up', 'down', 'level']),
  tone: z.enum(['good', 'bad', 'neutral']),
});
export type Figure = z.output<typeof Figure>;

/** A call in the list of a metric. */
export const CallRecord = z.object({
  id: z.string(),
  /** The customer's, in digits without plus sign; empty when withheld. */
  phoneNumber: z.string(),
  status: z.enum(callRecordStatuses),
  agent: z.string(),
  /** Day and 24-hour time in the time zone asked for. */
  date: z.string(),
  time: z.string(),
  start_timestamp: z.string(),
  /** m:ss */
  duration: z.string(),
  sentiment: z.enum(['Positive Sentiment', 'Negative Sentiment']).nullable(),
  is_test: z.boolean(),
});
export type CallRecord = z.output<typeof CallRecord>;

export const DashboardFigures = z.object({
  /** The workspace has no call yet, and these are the sample figures. */
  is_sample: z.boolean(),
  span: Span,
  figures: z.array(Figure),
  test_calls: TestCalls,
  /** Choices of the filters while the figures are samples; else null. */
  sample_choices: z
    .object({
      agents: z.array(z.object({ id: z.string(), name: z.string() })),
      numbers: z.array(z.string()),
    })
    .nullable(),
});
export type DashboardFigures = z.output<typeof DashboardFigures>;

/** How many calls fell between two limits; `to_ms` null in the last one, which has no end. */
const Band = z.object({ from_ms: z.number(), to_ms: z.number().nullable(), calls: Count });
export type Band = z.output<typeof Band>;

export const Overview = z.object({
  has_calls: z.boolean(),
  span: Span,
  test_calls: TestCalls,
  totals: z.object({
    calls: Count,
    answered: Count,
    talk_ms: z.number(),
    /** Within the width of a band of `durations` and `responses`. */
    median_duration_ms: Milliseconds,
    median_response_ms: Milliseconds,
    metrics: z.record(MetricId, Count),
  }),
  step: z.enum(['hour', 'day']),
  /** Each hour or day of the span, without gaps; `at` is its local time, as `2026-11-21T14:00`. */
  series: z.array(z.object({ at: z.string(), calls: Count, made: Count, received: Count, connected: Count })),
  end_reasons: z.array(z.object({ id: EndReasonId, label: z.string(), calls: Count })),
  dispositions: z.array(z.object({ id: Disposition, calls: Count })),
  sentiments: z.array(z.object({ id: Sentiment, calls: Count })),
  durations: z.array(Band),
  responses: z.array(Band),
  /** Hours of the week that had calls. Weekday 1 is Monday. */
  hours: z.array(z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), calls: Count })),
  agents: z.array(
    z.object({
      agent_id: z.string(),
      agent_name: z.string(),
      calls: Count,
      connected: Count,
      talk_ms: z.number(),
      positive: Count,
      negative: Count,
      booked: Count,
    }),
  ),
});
export type Overview = z.output<typeof Overview>;

export const analyticsRoutes = {
  dashboard: route({
    method: 'GET',
    path: '/analytics/dashboard',
    summary: 'The ten figures of the dashboard, each compared with the period before.',
    tag: 'Analytics',
    access: 'signed-in',
    query: FigureFilters,
    status: 200,
    answer: DashboardFigures,
  }),
  listCalls: route({
    method: 'GET',
    path: '/analytics/calls',
    summary: 'The calls counted in one figure, newest first.',
    tag: 'Analytics',
    access: 'signed-in',
    query: z
      .object({
        ...filters,
        metric: MetricId,
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      })
      .refine(hasRange, rangeProblem),
    status: 200,
    answer: z.object({
      is_sample: z.boolean(),
      total: Count,
      calls: z.array(CallRecord),
      current_page: z.int(),
      total_pages: z.int(),
    }),
  }),
  overview: route({
    method: 'GET',
    path: '/analytics/overview',
    summary: 'Volume, outcomes, durations, response times, moods and agents of a period.',
    tag: 'Analytics',
    access: 'signed-in',
    query: FigureFilters,
    status: 200,
    answer: Overview,
  }),
};
