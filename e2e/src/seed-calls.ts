import type { EndReason } from '@parley/contract/end-reasons';
import { seed } from './database.ts';
import type { Product } from './product.ts';

/** A call of the past. Times as ISO 8601; without an answer nobody talked. */
export type PastCall = {
  id: string;
  createdAt: string;
  direction?: 0 | 1;
  fromNumber?: string;
  toNumber?: string;
  agentId?: string;
  agentName?: string;
  isTest?: boolean;
  answeredAt?: string;
  endedAt?: string;
  endReason?: EndReason;
  disposition?: string;
  sentiment?: string;
  medianResponseMs?: number;
  summary?: string;
  turns?: readonly (readonly [speaker: 'agent' | 'customer', text: string])[];
};

/** Puts calls into the demo workspace's log as if they had happened. */
export async function seedCalls(product: Product, calls: readonly PastCall[]): Promise<void> {
  await seed(product, async (db) => {
    await db.query('begin');
    const { rows } = await db.query<{ id: string }>('select id from workspaces order by created_at limit 1');
    const workspaceId = rows[0]!.id;
    for (const call of calls) {
      const endedAt = call.endedAt ?? call.createdAt;
      await db.query(
        `insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state,
           created_at, answered_at, ended_at, end_reason, sentiment, summary, analysed_at, agent_id, is_test, disposition,
           median_response_ms)
         values ($1, $2, $3, $4, $5, $6, 'sip', 'ended', $7, $8, $9, $10, $11, $12, $9, $13, $14, $15, $16)`,
        [
          call.id,
          workspaceId,
          call.direction ?? 1,
          call.agentName ?? 'Past agent',
          call.fromNumber ?? '+14155550100',
          call.toNumber ?? '+12125550142',
          call.createdAt,
          call.answeredAt ?? null,
          endedAt,
          call.endReason ?? 'goodbye',
          call.sentiment ?? 'neutral',
          call.summary ?? '',
          call.agentId ?? null,
          call.isTest ?? false,
          call.disposition ?? null,
          call.medianResponseMs ?? null,
        ],
      );
      for (const [at, [speaker, text]] of (call.turns ?? []).entries()) {
        await db.query(
          `insert into call_turns (id, call_id, speaker, text, start_ms, end_ms, was_interrupted, by)
           values ($1, $2, $3, $4, $5, $6, false, 'speech')`,
          [`${call.id}-${at}`, call.id, speaker, text, at * 2000, at * 2000 + 1500],
        );
      }
    }
    await db.query(
      `insert into call_counts (workspace_id, shard, calls) values ($1, 0, $2)
       on conflict (workspace_id, shard) do update set calls = call_counts.calls + excluded.calls`,
      [workspaceId, calls.length],
    );
    // Calls that did not end here are counted all the same.
    await db.query('select count_past_calls()');
    await db.query('commit');
  });
}

/** The id of the call with a number, in the form of the product's ids. */
export function pastCallId(at: number): string {
  return `call_${String(at).padStart(22, '0')}`;
}
