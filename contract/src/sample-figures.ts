import type { CallRecordStatus, Metric } from './metrics.ts';

/**
 * What a workspace sees before its first call (DASH-5): the figures of the specification. The only sample data
 * of the product.
 */
export const sampleFigures: Readonly<Record<Metric, { value: number; changePercent: number }>> = {
  calls_made: { value: 487, changePercent: 12 },
  calls_connected: { value: 342, changePercent: 8 },
  calls_received: { value: 156, changePercent: 5 },
  missed_calls: { value: 23, changePercent: -3 },
  positive_sentiment: { value: 289, changePercent: 15 },
  negative_sentiment: { value: 53, changePercent: -7 },
  voicemail_dropped: { value: 98, changePercent: 4 },
  calls_transferred: { value: 45, changePercent: 9 },
  appointments_booked: { value: 67, changePercent: 18 },
  no_answer_calls: { value: 47, changePercent: -2 },
};

/** Calls Made Today among the campaigns of a workspace that has none yet (CAMP-1). */
export const sampleCampaignCallsToday = 7_233;

export const sampleAgents = [
  { id: 'sales-alpha', name: 'Sales Agent Alpha' },
  { id: 'support-beta', name: 'Support Agent Beta' },
  { id: 'booking-gamma', name: 'Booking Agent Gamma' },
] as const;

/** Numbers that are nobody's: 555-01xx is kept for fiction (ATIS-0300115). */
export const sampleNumbers = ['+14155550101', '+12125550102', '+13125550103'] as const;

/** What the records of a metric show. */
const sampleStatuses: Readonly<Record<Metric, CallRecordStatus>> = {
  calls_made: 'Connected',
  calls_connected: 'Connected',
  calls_received: 'Connected',
  missed_calls: 'Missed',
  positive_sentiment: 'Connected',
  negative_sentiment: 'Connected',
  voicemail_dropped: 'Voicemail',
  calls_transferred: 'Transferred',
  appointments_booked: 'Appointment Booked',
  no_answer_calls: 'No Answer',
};

export type SampleRecord = {
  id: string;
  customerNumber: string;
  agentName: string;
  status: CallRecordStatus;
  sentiment: 'positive' | 'negative' | null;
  /** Before now. */
  agoMs: number;
  durationMs: number;
};

/** The sample call at a place of a metric's list, newest first: always the same one. */
export function sampleRecord(metric: Metric, at: number): SampleRecord {
  const status = sampleStatuses[metric];
  const hasTalked = status !== 'Missed' && status !== 'No Answer';
  const moods: Partial<Record<Metric, 'positive' | 'negative'>> = {
    positive_sentiment: 'positive',
    negative_sentiment: 'negative',
    appointments_booked: 'positive',
  };
  return {
    id: `sample-${metric}-${at + 1}`,
    customerNumber: `+1${[415, 212, 312][at % 3]}55501${String((at * 37) % 100).padStart(2, '0')}`,
    agentName: sampleAgents[at % sampleAgents.length]!.name,
    status,
    sentiment: moods[metric] ?? (hasTalked && at % 6 !== 0 ? 'positive' : null),
    agoMs: (at + 1) * 97_000,
    durationMs: hasTalked ? 35_000 + ((at * 7_919) % 280) * 1_000 : 0,
  };
}
