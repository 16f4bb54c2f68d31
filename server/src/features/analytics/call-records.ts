import type { CallRecord } from '@parley/contract/analytics';
import { callRecordPageSize } from '@parley/contract/analytics';
import { type Metric, statusOf } from '@parley/contract/metrics';
import { sampleFigures, sampleRecord } from '@parley/contract/sample-figures';
import type { Queries } from '../../platform/db/database.ts';
import { type FigureScope, listFacts, sumFigures } from './queries.ts';
import { type FigureSpan, localTime } from './spans.ts';
import type { CallFactsRow } from './tables.ts';

export type CallRecordPage = {
  is_sample: boolean;
  total: number;
  calls: CallRecord[];
  current_page: number;
  total_pages: number;
};

type PageRequest = { metric: Metric; page: number; time_zone: string };

/** One page of the calls counted in a metric; the total is the figure of its card. */
export async function readCallRecords(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
  { metric, page, time_zone: timeZone }: PageRequest,
): Promise<CallRecordPage> {
  const sums = await sumFigures(queries, scope, span);
  const total = sums
    .filter(({ isNow, isTest }) => isNow && (scope.countsTests || !isTest))
    .reduce((sum, row) => sum + row[metric], 0);
  const isBeyond = (page - 1) * callRecordPageSize >= total;
  const rows = isBeyond
    ? []
    : await listFacts(queries, scope, span, { metric, page, pageSize: callRecordPageSize });
  return toPage(
    false,
    total,
    page,
    rows.map((row) => toCallRecord(row, timeZone)),
  );
}

/** One page of the sample calls of a metric. */
export function sampleCallRecords(
  nowMs: number,
  { metric, page, time_zone: timeZone }: PageRequest,
): CallRecordPage {
  const total = sampleFigures[metric].value;
  const first = (page - 1) * callRecordPageSize;
  const length = Math.max(0, Math.min(callRecordPageSize, total - first));
  const calls = Array.from({ length }, (_, at): CallRecord => {
    const sample = sampleRecord(metric, first + at);
    const startedAt = new Date(nowMs - sample.agoMs);
    return {
      id: sample.id,
      phoneNumber: digitsOf(sample.customerNumber),
      status: sample.status,
      agent: sample.agentName,
      ...localTime(startedAt, timeZone),
      start_timestamp: startedAt.toISOString(),
      duration: wordDuration(sample.durationMs),
      sentiment: wordSentiment(sample.sentiment),
      is_test: false,
    };
  });
  return toPage(true, total, page, calls);
}

function toPage(isSample: boolean, total: number, page: number, calls: CallRecord[]): CallRecordPage {
  const totalPages = Math.max(1, Math.ceil(total / callRecordPageSize));
  return { is_sample: isSample, total, calls, current_page: page, total_pages: totalPages };
}

function toCallRecord(row: CallFactsRow, timeZone: string): CallRecord {
  const startedAt = row.answeredAt ?? row.createdAt;
  const status = statusOf({
    direction: row.direction === 0 ? 'inbound' : 'outbound',
    isAnswered: row.answeredAt !== null,
    endReason: row.endReason,
    disposition: row.disposition,
    sentiment: row.sentiment,
  });
  return {
    id: row.callId,
    phoneNumber: digitsOf(row.customerNumber),
    status,
    agent: row.agentName,
    ...localTime(startedAt, timeZone),
    start_timestamp: startedAt.toISOString(),
    duration: wordDuration(row.durationMs),
    sentiment: wordSentiment(row.sentiment),
    is_test: row.isTest,
  };
}

function wordSentiment(sentiment: string | null): CallRecord['sentiment'] {
  if (sentiment === 'positive') return 'Positive Sentiment';
  return sentiment === 'negative' ? 'Negative Sentiment' : null;
}

function wordDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}
