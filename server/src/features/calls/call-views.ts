import {
  type CallDetail,
  type CallFunctionRun,
  type CallLeg,
  type CallLog,
  type CallNote,
  type CallTurn,
  recordingPath,
} from '@parley/contract/calls';
import { endReasons } from '@parley/contract/end-reasons';
import type { LiveEvent } from '@parley/contract/live-events';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { CallLegRow, CallRow, CallTurnRow } from './tables.ts';

/** The one place where a call's row becomes its wire form. */
export function toCallLog(
  row: CallRow,
  turns: readonly CallTurnRow[],
  { hasRecording, campaignName }: { hasRecording: boolean; campaignName: string },
): CallLog {
  const ending = row.endReason === null ? undefined : endReasons[row.endReason];
  return {
    id: row.id,
    direction: row.direction,
    from_number: digitsOf(row.fromNumber),
    to_number: digitsOf(row.toNumber),
    agent_name: row.agentName,
    start_timestamp: (row.answeredAt ?? row.createdAt).toISOString(),
    end_timestamp: row.endedAt?.toISOString() ?? null,
    user_sentiment: row.sentiment ?? '',
    disconnection_reason: ending?.disconnectionReason ?? '',
    call_status: callStatus(row),
    recording_url: hasRecording ? `/api/v1${recordingPath(row.id)}` : null,
    call_summary: row.summary,
    transcription: turns.map(toLine).join('\n'),
    campaign_id: row.campaignId,
    campaign_name: campaignName,
    is_simulation: row.isSimulation,
  };
}

/** A call that nobody answered failed whoever hung up; one that was answered is judged by its end reason. */
function callStatus(row: CallRow): string {
  if (row.endReason === null) return 'ongoing';
  return row.answeredAt === null ? 'failed' : endReasons[row.endReason].callStatus;
}

/** `Agent: ...` or `User: ...` on one line: a line break inside would be lost by readers of the format. */
export function toLine(turn: Pick<CallTurnRow, 'speaker' | 'text'>): string {
  return `${turn.speaker === 'agent' ? 'Agent' : 'User'}: ${turn.text.replace(/\s+/g, ' ')}`;
}

export function toCallDetail(
  row: CallRow,
  parts: {
    turns: readonly CallTurnRow[];
    notes: readonly CallNote[];
    functions: readonly CallFunctionRun[];
    legs: readonly CallLegRow[];
    waveform: { agent: number[]; customer: number[] } | null;
    campaignName: string;
  },
): CallDetail {
  const { turns, notes, functions, legs, waveform, campaignName } = parts;
  const ending = row.endReason === null ? undefined : endReasons[row.endReason];
  const endMs = (row.endedAt ?? new Date()).getTime();
  return {
    ...toCallLog(row, turns, { hasRecording: waveform !== null, campaignName }),
    state: row.state,
    agent_uuid: row.agentId,
    end_reason: row.endReason,
    end_reason_label: ending?.label ?? '',
    disposition: row.disposition,
    is_analysed: row.analysedAt !== null,
    duration_ms: row.answeredAt === null ? 0 : Math.max(0, endMs - row.answeredAt.getTime()),
    turns: turns.map(toTurn),
    notes: [...notes],
    functions: [...functions],
    legs: legs.map(toLeg),
    waveform,
    median_response_ms: row.medianResponseMs,
  };
}

function toTurn(turn: CallTurnRow): CallTurn {
  const { id, speaker, text, startMs, endMs, wasInterrupted, by, latency } = turn;
  return { id, speaker, text, startMs, endMs, wasInterrupted, by, latency };
}

function toLeg(row: CallLegRow): CallLeg {
  return {
    id: row.id,
    to_number: digitsOf(row.toNumber),
    from_number: digitsOf(row.fromNumber),
    transfer_type: row.isWarm ? 'warm_transfer' : 'cold_transfer',
    method: row.method,
    outcome: row.outcome,
    started_at: row.startedAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
    connected_at: row.connectedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** A call as events tell it to other features and to webhooks. */
export function toCallFacts(row: CallRow): CallFacts {
  const { answeredAt, endedAt } = row;
  return {
    id: row.id,
    direction: row.direction === 0 ? 'inbound' : 'outbound',
    agent_id: row.agentId,
    agent_name: row.agentName,
    from_number: row.fromNumber,
    to_number: row.toNumber,
    is_test: row.isTest,
    is_simulation: row.isSimulation,
    created_at: row.createdAt.toISOString(),
    answered_at: answeredAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    duration_ms: answeredAt && endedAt ? Math.max(0, endedAt.getTime() - answeredAt.getTime()) : 0,
    end_reason: row.endReason,
    disposition: row.disposition,
    sentiment: row.sentiment,
    summary: row.summary,
    median_response_ms: row.medianResponseMs,
    campaign_id: row.campaignId,
    contact_id: row.contactId,
  };
}

/** What the live feed tells when a call's state has changed. */
export function changedEvent(row: CallRow): LiveEvent {
  return {
    type: 'call.changed',
    callId: row.id,
    state: row.state,
    direction: row.direction,
    agentName: row.agentName,
    fromNumber: row.fromNumber,
    toNumber: row.toNumber,
    endReason: row.endReason,
  };
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}
