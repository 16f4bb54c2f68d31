import type { Disposition, Sentiment } from './calls.ts';
import type { EndReason } from './end-reasons.ts';

/** What a metric is counted from. Only calls that have ended count. */
export type CountedCall = {
  direction: 'inbound' | 'outbound';
  isAnswered: boolean;
  endReason: EndReason | null;
  disposition: Disposition | null;
  sentiment: Sentiment | null;
};

type MetricRow = {
  title: string;
  /** What is counted, in words for staff. */
  meaning: string;
  /** Whether more of it is good news, bad news, or neither. */
  moreIs: 'good' | 'bad' | 'neither';
  counts(call: CountedCall): boolean;
};

const isVoicemail = (call: CountedCall): boolean =>
  call.direction === 'outbound' && (call.endReason === 'voicemail' || call.disposition === 'voicemail');
const isConversation = (call: CountedCall): boolean =>
  call.isAnswered && !isVoicemail(call) && call.endReason !== 'screened';

/**
 * The ten metrics of the dashboard (DASH-3) and their one definition: counters, lists and tests read it. Every
 * outbound call is connected, voicemail or not answered; every inbound call is connected or missed.
 */
export const metrics = {
  calls_made: {
    title: 'Calls Made',
    meaning: 'Outbound calls your agents placed.',
    moreIs: 'neither',
    counts: (call) => call.direction === 'outbound',
  },
  calls_connected: {
    title: 'Calls Connected',
    meaning: 'Calls in or out that a person and an agent were on. Voicemail is left out.',
    moreIs: 'good',
    counts: isConversation,
  },
  calls_received: {
    title: 'Calls Received',
    meaning: 'Inbound calls, answered or not.',
    moreIs: 'neither',
    counts: (call) => call.direction === 'inbound',
  },
  missed_calls: {
    title: 'Missed Calls',
    meaning: 'Inbound calls that were not answered.',
    moreIs: 'bad',
    counts: (call) => call.direction === 'inbound' && !call.isAnswered,
  },
  positive_sentiment: {
    title: 'Positive Sentiment Calls',
    meaning: 'Calls whose customer sounded pleased.',
    moreIs: 'good',
    counts: (call) => call.sentiment === 'positive',
  },
  negative_sentiment: {
    title: 'Negative Sentiment Calls',
    meaning: 'Calls whose customer sounded displeased.',
    moreIs: 'bad',
    counts: (call) => call.sentiment === 'negative',
  },
  voicemail_dropped: {
    title: 'Voicemail Dropped',
    meaning: 'Outbound calls that a voicemail answered.',
    moreIs: 'neither',
    counts: isVoicemail,
  },
  calls_transferred: {
    title: 'Calls Transferred',
    meaning: 'Calls handed over to a person.',
    moreIs: 'neither',
    counts: (call) => call.disposition === 'transferred',
  },
  appointments_booked: {
    title: 'Appointments Booked',
    meaning: 'Calls in which an appointment was made.',
    moreIs: 'good',
    counts: (call) => call.disposition === 'appointment_booked',
  },
  no_answer_calls: {
    title: 'No Answer Calls',
    meaning: 'Outbound calls that nobody answered: rang out, busy, declined, screened or not reached.',
    moreIs: 'bad',
    counts: (call) => call.direction === 'outbound' && !isConversation(call) && !isVoicemail(call),
  },
} as const satisfies Record<string, MetricRow>;

export type Metric = keyof typeof metrics;
/** In the order of the dashboard. */
export const metricIds = Object.keys(metrics) as Metric[];

/** The metrics the call counts in. */
export function listMetricsOf(call: CountedCall): Metric[] {
  return metricIds.filter((metric) => metrics[metric].counts(call));
}

/** Badges of a call record (DASH-4). */
export const callRecordStatuses = [
  'Connected',
  'Missed',
  'No Answer',
  'Voicemail',
  'Transferred',
  'Appointment Booked',
] as const;
export type CallRecordStatus = (typeof callRecordStatuses)[number];

/** The one badge that says most about the call: what came of it before how it was answered. */
export function statusOf(call: CountedCall): CallRecordStatus {
  if (metrics.appointments_booked.counts(call)) return 'Appointment Booked';
  if (metrics.calls_transferred.counts(call)) return 'Transferred';
  if (metrics.voicemail_dropped.counts(call)) return 'Voicemail';
  if (metrics.missed_calls.counts(call)) return 'Missed';
  return metrics.calls_connected.counts(call) ? 'Connected' : 'No Answer';
}

/** How a figure moved against the period before: words, direction, and whether that is good news. */
export type Change = { text: string; trend: 'up' | 'down' | 'level'; tone: 'good' | 'bad' | 'neutral' };

/**
 * Compares a figure with the period before, such as `+12% from yesterday`. `before` names that period.
 * Without a figure before there is no percentage, and the words say so.
 */
export function describeChange(metric: Metric, now: number, was: number, before: string): Change {
  const trend = now > was ? 'up' : now < was ? 'down' : 'level';
  const { moreIs } = metrics[metric] as MetricRow;
  const isGood = (moreIs === 'good') === (trend === 'up');
  const tone = trend === 'level' || moreIs === 'neither' ? 'neutral' : isGood ? 'good' : 'bad';
  return { text: wordChange(now, was, before), trend, tone };
}

function wordChange(now: number, was: number, before: string): string {
  if (now === was) return `Same as ${before}`;
  if (was === 0) return `None ${before.startsWith('the ') ? 'in ' : ''}${before}`;
  const percent = Math.round(((now - was) / was) * 100);
  if (percent === 0) return `${now > was ? '+' : '-'}<1% from ${before}`;
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-US')}% from ${before}`;
}
