import { CallFacts } from '@parley/contract/workspace-events';
import { z } from 'zod';
import type { Transaction } from '../../platform/db/database.ts';
import type { IntegrationsParts } from './index.ts';
import { findIntegration, hasMessage, insertMessage, listIntegrations } from './queries.ts';
import { VendorError } from './vendor.ts';

const sendLimitMs = 15_000;
/** Times a message is put off because the vendor asks to wait. */
const waitLimit = 20;

export const TellCall = z.object({
  workspaceId: z.string(),
  integrationId: z.string(),
  channelId: z.string(),
  call: CallFacts,
  /** How often the vendor asked to wait. */
  waits: z.int(),
});
export type TellCall = z.output<typeof TellCall>;

/** Stores a job for each channel that shall hear of a call, in the transaction that finishes its analysis. */
export async function enqueueMessages(
  { platform, findVendor }: IntegrationsParts,
  tx: Transaction,
  workspaceId: string,
  calls: readonly CallFacts[],
): Promise<void> {
  for (const row of await listIntegrations(tx, workspaceId)) {
    const { settings } = row;
    if (settings.kind !== 'messages' || row.state !== 'connected' || !findVendor(row.name)) continue;
    for (const call of calls) {
      if (call.is_simulation) continue;
      if (call.is_test && !settings.include_test_calls) continue;
      if (call.disposition === null || !settings.outcomes.includes(call.disposition)) continue;
      for (const channel of settings.channels) {
        const data: TellCall = { workspaceId, integrationId: row.id, channelId: channel.id, call, waits: 0 };
        await platform.jobs.enqueue(tx, 'integrations.tell-call', data);
      }
    }
  }
}

/**
 * Sends one message. Rejects, to be tried again, where the vendor is out of reach; what it refuses for good, and an
 * integration that was removed or needs connecting again, ends the matter.
 */
export async function tellCall(parts: IntegrationsParts, data: TellCall): Promise<void> {
  const { platform, grants, openIntegration } = parts;
  const { config, db, jobs, log } = platform;
  const { workspaceId, integrationId, channelId, call, waits } = data;
  const row = await findIntegration(db.queries, workspaceId, integrationId);
  const integration = row && openIntegration(row);
  const messages = integration?.vendor.messages;
  if (integration === undefined || messages === undefined || row?.settings.kind !== 'messages') return;
  if (row.state !== 'connected') return;
  const sent = { integrationId, callId: call.id, channelId };
  if (await hasMessage(db.queries, sent)) return;
  const message = {
    call,
    callUrl: `${config.publicUrl}/app/call-history?call=${encodeURIComponent(call.id)}`,
    productName: config.links.productName,
    showsFullNumbers: row.settings.show_full_numbers,
  };
  try {
    await grants.use(integration, AbortSignal.timeout(sendLimitMs), (token, signal) =>
      messages.send(token, channelId, message, signal),
    );
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    if (error.problem === 'rate_limited' && waits < waitLimit) {
      const startAfterSeconds = Math.ceil((error.retryAfterMs ?? 30_000) / 1000);
      await jobs.enqueue(
        db.queries,
        'integrations.tell-call',
        { ...data, waits: waits + 1 },
        { startAfterSeconds },
      );
      return;
    }
    if (error.problem === 'unavailable' || error.problem === 'rate_limited') throw error;
    log.warn('A call could not be told.', { integration: row.name, callId: call.id, reason: error.message });
    return;
  }
  await insertMessage(db.queries, sent);
}
