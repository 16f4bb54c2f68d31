import type { IntegrationSettings } from '@parley/contract/integrations';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import {
  type IntegrationClientRow,
  type IntegrationJourneyRow,
  type IntegrationRow,
  integrationClients,
  integrationJourneys,
  integrationMessages,
  integrations,
} from './tables.ts';

/** What a workspace has connected: at most one of each integration. */
export async function listIntegrations(queries: Queries, workspaceId: string): Promise<IntegrationRow[]> {
  return await queries.select().from(integrations).where(eq(integrations.workspaceId, workspaceId));
}

export async function findIntegration(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.id, id)));
  return row;
}

/** Holds an integration until the transaction ends: what is booked into it is booked one after another. */
export async function lockIntegration(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .select()
    .from(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.id, id)))
    .for('update');
  return row;
}

export type NewIntegration = Pick<
  IntegrationRow,
  'workspaceId' | 'name' | 'account' | 'sealedGrant' | 'settings' | 'connectedBy'
>;

/** Connects, or connects again: the settings are kept while the account is the same. */
export async function saveIntegration(queries: Queries, given: NewIntegration): Promise<IntegrationRow> {
  const [row] = await queries
    .insert(integrations)
    .values({ id: newId('integration'), state: 'connected', ...given })
    .onConflictDoUpdate({
      target: [integrations.workspaceId, integrations.name],
      set: {
        state: 'connected',
        account: given.account,
        sealedGrant: given.sealedGrant,
        grantVersion: sql`${integrations.grantVersion} + 1`,
        refreshingUntil: null,
        settings: sql`case when ${integrations.account} = excluded.account then ${integrations.settings} else excluded.settings end`,
        connectedBy: given.connectedBy,
        connectedAt: sql`now()`,
        updatedAt: sql`now()`,
      },
    })
    .returning();
  if (row === undefined) throw new Error('The integration was not stored.');
  return row;
}

export async function saveSettings(
  queries: Queries,
  workspaceId: string,
  id: string,
  settings: IntegrationSettings,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .update(integrations)
    .set({ settings, updatedAt: sql`now()` })
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.id, id)))
    .returning();
  return row;
}

/** Returns what was there, so that its permission can be taken back. */
export async function deleteIntegration(
  queries: Queries,
  workspaceId: string,
  name: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .delete(integrations)
    .where(and(eq(integrations.workspaceId, workspaceId), eq(integrations.name, name)))
    .returning();
  return row;
}

/** True for one of those who want to refresh this very grant; it has the given time to store the next. */
export async function claimRefresh(
  queries: Queries,
  { id, grantVersion }: Pick<IntegrationRow, 'id' | 'grantVersion'>,
  leaseMs: number,
): Promise<boolean> {
  const rows = await queries
    .update(integrations)
    .set({ refreshingUntil: sql`now() + make_interval(secs => ${leaseMs / 1000})` })
    .where(
      and(
        eq(integrations.id, id),
        eq(integrations.grantVersion, grantVersion),
        sql`(${integrations.refreshingUntil} is null or ${integrations.refreshingUntil} < now())`,
      ),
    )
    .returning({ id: integrations.id });
  return rows.length > 0;
}

/** Stores the grant that follows a version; nothing happens when another one was stored meanwhile. */
export async function saveGrant(
  queries: Queries,
  { id, grantVersion }: Pick<IntegrationRow, 'id' | 'grantVersion'>,
  sealedGrant: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .update(integrations)
    .set({ sealedGrant, grantVersion: grantVersion + 1, refreshingUntil: null, updatedAt: sql`now()` })
    .where(and(eq(integrations.id, id), eq(integrations.grantVersion, grantVersion)))
    .returning();
  return row;
}

/** Lets others try: this refresh did not succeed. */
export async function releaseRefresh(
  queries: Queries,
  { id, grantVersion }: Pick<IntegrationRow, 'id' | 'grantVersion'>,
): Promise<void> {
  await queries
    .update(integrations)
    .set({ refreshingUntil: null })
    .where(and(eq(integrations.id, id), eq(integrations.grantVersion, grantVersion)));
}

/** Undefined when it was known already, or connected again meanwhile. */
export async function saveNeedsReconnecting(
  queries: Queries,
  { id, grantVersion }: Pick<IntegrationRow, 'id' | 'grantVersion'>,
): Promise<IntegrationRow | undefined> {
  const [row] = await queries
    .update(integrations)
    .set({ state: 'needs_reconnecting', refreshingUntil: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(integrations.id, id),
        eq(integrations.grantVersion, grantVersion),
        eq(integrations.state, 'connected'),
      ),
    )
    .returning();
  return row;
}

export async function listClients(queries: Queries, workspaceId: string): Promise<IntegrationClientRow[]> {
  return await queries
    .select()
    .from(integrationClients)
    .where(eq(integrationClients.workspaceId, workspaceId));
}

export async function saveClient(
  queries: Queries,
  client: Omit<IntegrationClientRow, 'updatedAt'>,
): Promise<void> {
  const { clientId, sealedSecret } = client;
  await queries
    .insert(integrationClients)
    .values(client)
    .onConflictDoUpdate({
      target: [integrationClients.workspaceId, integrationClients.name],
      set: { clientId, sealedSecret, updatedAt: sql`now()` },
    });
}

export async function deleteClient(queries: Queries, workspaceId: string, name: string): Promise<boolean> {
  const rows = await queries
    .delete(integrationClients)
    .where(and(eq(integrationClients.workspaceId, workspaceId), eq(integrationClients.name, name)))
    .returning({ name: integrationClients.name });
  return rows.length > 0;
}

export async function insertJourney(queries: Queries, journey: IntegrationJourneyRow): Promise<void> {
  await queries.insert(integrationJourneys).values(journey);
}

/** Takes a journey that has come back: it can be taken once, in time, and in the session that began it. */
export async function takeJourney(
  queries: Queries,
  journey: Pick<IntegrationJourneyRow, 'stateHash' | 'workspaceId' | 'sessionId' | 'name'>,
  now: Date,
): Promise<IntegrationJourneyRow | undefined> {
  const [row] = await queries
    .delete(integrationJourneys)
    .where(
      and(
        eq(integrationJourneys.stateHash, journey.stateHash),
        eq(integrationJourneys.workspaceId, journey.workspaceId),
        eq(integrationJourneys.sessionId, journey.sessionId),
        eq(integrationJourneys.name, journey.name),
        gt(integrationJourneys.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

export async function deleteExpiredJourneys(queries: Queries, now: Date): Promise<void> {
  await queries.delete(integrationJourneys).where(lt(integrationJourneys.expiresAt, now));
}

type Sent = { integrationId: string; callId: string; channelId: string };

export async function hasMessage(queries: Queries, sent: Sent): Promise<boolean> {
  const rows = await queries
    .select({ callId: integrationMessages.callId })
    .from(integrationMessages)
    .where(
      and(
        eq(integrationMessages.integrationId, sent.integrationId),
        eq(integrationMessages.callId, sent.callId),
        eq(integrationMessages.channelId, sent.channelId),
      ),
    );
  return rows.length > 0;
}

/** Remembers a message the vendor took. Nothing happens where the integration was removed meanwhile. */
export async function insertMessage(queries: Queries, sent: Sent): Promise<void> {
  await queries.execute(sql`
    insert into integration_messages (integration_id, call_id, channel_id, workspace_id)
    select id, ${sent.callId}, ${sent.channelId}, workspace_id from integrations where id = ${sent.integrationId}
    on conflict do nothing`);
}
