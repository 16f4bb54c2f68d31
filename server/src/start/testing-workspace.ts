import { type IdKind, idPrefixes } from '@parley/contract/ids';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { newId } from '../platform/db/new-id.ts';
import { askApi, type TestProduct, type TestUser } from './testing-platform.ts';

/** Every call of the contract by name: a new one is part of every matrix by standing in the list. */
export const allRoutes = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
);

/** Bodies, apart from ids, with which a call would reach the row it names. */
export const bodies: Readonly<Record<string, object>> = {
  'agents.save': { agent_name: 'Taken over' },
  'agents.publish': { version: 1 },
  'agents.restoreVersion': {},
  'agents.setState': { agent_state: 'inactive' },
  'calls.testCall': { to_number: '+14155550123' },
  'simulations.start': { by: 'typing' },
  'connections.save': { name: 'Taken over', settings: {} },
  'apiKeys.save': { name: 'Taken over' },
  'integrations.saveSettings': {
    kind: 'messages',
    channels: [],
    outcomes: [],
    include_test_calls: true,
    show_full_numbers: true,
  },
  'team.setRole': { role: 'viewer' },
  'functions.tryFunction': { function: { id: 'f', type: 'end_call', name: 'End' }, arguments: {} },
  'campaigns.create': {
    campaign_name: 'Taken over',
    field_mappings: { phone: 'phone_number' },
    csv_url: 'upl_0',
  },
  'campaigns.updateStatus': { status: 'stopped' },
  'campaigns.save': { campaign_name: 'Taken over' },
  'campaigns.addFile': { csv_url: 'upl_0', field_mappings: { phone: 'phone_number' } },
  'campaigns.retryContacts': { state: 'failed' },
  'campaigns.removeContacts': { state: 'waiting' },
  'knowledge.save': { name: 'Taken over' },
  'knowledge.addItem': { url: 'https://example.com/' },
  'knowledge.setWeekly': { weekly: true },
  'knowledge.saveItem': { title: 'Taken', text: 'over' },
  'agentTests.create': { name: 'Taken over' },
  'agentTests.save': { name: 'Taken over' },
  'agentTests.run': {},
  'mergeFields.save': { field_description: 'Taken over' },
  'voices.say': { text: 'Hello' },
  'webhooks.save': { description: 'Taken over' },
  'webhooks.replayFailed': { since: '2026-11-21T00:00:00Z' },
  'numberShops.buy': { phone: '+14155550188' },
  'numbers.save': { inbound_agent_id: null, outbound_agent_id: null },
};

/** Kinds of ids among the fields of a schema, by field. */
export function idFields(schema: z.ZodType | undefined): Map<string, IdKind> {
  if (schema === undefined) return new Map();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const kinds = Object.entries(idPrefixes) as [IdKind, string][];
  return new Map(
    Object.entries(properties).flatMap(([field, property]) => {
      const kind = kinds.find(([, prefix]) => JSON.stringify(property).includes(`^${prefix}_`))?.[0];
      return kind === undefined ? [] : [[field, kind] as const];
    }),
  );
}

/** Whether the field takes several ids. */
export function isList(schema: z.ZodType | undefined, field: string): boolean {
  if (schema === undefined) return false;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (properties[field] as { type?: string } | undefined)?.type === 'array';
}

/** A path of the contract with `values` for its parameters; good ones, which name nothing, for the others. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  const names: Readonly<Record<string, string>> = {
    version: '1',
    contactId: `cnt_${'0'.repeat(22)}`,
    itemId: `kbi_${'0'.repeat(22)}`,
    ...values,
  };
  return path.replace(/\{(\w+)\}/g, (written, name: string) => names[name] ?? written);
}

/** An id of each kind that a call takes; a kind without one makes the matrix fail. */
export type Ids = Partial<Record<IdKind | 'session', string>>;

/** One thing of every kind in the workspace of `user`, with a number that no other workspace may have. */
export async function fillWorkspace(
  product: TestProduct,
  { token, userId, workspaceId }: TestUser,
  e164 = '+14155550177',
): Promise<Ids> {
  const { db } = product.platform;
  const { agents, numbers } = product.features;
  const agent = await agents.insertReadyAgent(db.queries, {
    workspaceId,
    type: 'inbound',
    name: 'Reception',
    prompt: 'Answer the phone.',
    welcomeText: 'Hello.',
  });
  const number = await numbers.insertNumber(db.queries, {
    workspaceId,
    e164,
    inboundAgentId: agent,
  });
  const call = newId('call');
  await db.queries.execute(sql`
    insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, state, ended_at, end_reason)
    values (${call}, ${workspaceId}, 0, ${agent}, 'Reception', '+14155550199', '+14155550177', 'sip', 'ended', now(), 'goodbye')`);
  const integration = newId('integration');
  await db.queries.execute(sql`
    insert into integrations (id, workspace_id, name, state, account, sealed_grant, settings, connected_by)
    values (${integration}, ${workspaceId}, 'slack', 'connected', 'Ours', 'sealed', '{"kind":"messages"}', 'usr_1')`);
  const voice = newId('voice');
  await db.queries.execute(sql`
    insert into account_voices (id, workspace_id, vendor, voice_id, name)
    values (${voice}, ${workspaceId}, 'acme', 'own', 'Our founder')`);
  const vendors = await askApi(product, 'GET', '/vendors', { token });
  const [vendor] = (
    vendors.body as { vendors: { id: string; settingsSchema: { required?: string[] } }[] }
  ).vendors.filter((each) => (each.settingsSchema.required ?? []).length === 0);
  const connected = await askApi(product, 'POST', '/connections', {
    token,
    body: { vendor: vendor?.id, name: 'Ours', settings: {} },
  });
  const made = await askApi(product, 'POST', '/api-keys', {
    token,
    body: { name: 'Reports', scopes: ['calls:read'] },
  });
  await db.queries.execute(sql`update users set is_email_verified = true where id = ${userId}`);
  const invited = await askApi(product, 'POST', '/workspace/invitations', {
    token,
    body: { emails: ['guest@example.com'], role: 'viewer' },
  });
  const webhook = await askApi(product, 'POST', '/webhooks', {
    token,
    body: { url: 'http://127.0.0.1:9/', events: ['call.ended'] },
  });
  const webhookId = (webhook.body as { webhook: { id: string } }).webhook.id;
  const tested = await askApi(product, 'POST', `/webhooks/${webhookId}/test`, { token });
  const field = await askApi(product, 'POST', '/company-fields-mapping', {
    token,
    body: { field_name: 'plan', field_description: 'The tariff' },
  });
  const scenario = await askApi(product, 'POST', `/voice-agent/${agent}/tests`, {
    token,
    body: { name: 'Somebody asks for the hours', customer_lines: ['When do you open?'] },
  });
  const known = await askApi(product, 'POST', '/knowledge-base', {
    token,
    body: { name: 'Handbook', knowledge_base_texts: [{ title: 'Hours', text: 'We open at nine.' }] },
  });
  const knowledge = (known.body as { data: { id: string; items: { id: string }[] } }).data;
  const campaign = newId('campaign');
  const contact = newId('contact');
  await db.queries.execute(sql`
    insert into campaigns (id, workspace_id, name, status, agent_id, dialing_mode, time_zone, start_time, end_time, rules)
    values (${campaign}, ${workspaceId}, 'Spring', 'paused', ${agent}, 'power', 'UTC', '09:00', '17:00', '{}')`);
  await db.queries.execute(sql`
    insert into contacts (id, workspace_id, campaign_id, phone, time_zone, state, reason)
    values (${contact}, ${workspaceId}, ${campaign}, '+14155550177', 'UTC', 'waiting', 'not_called_yet')`);
  const listed = newId('doNotCall');
  await db.queries.execute(sql`
    insert into do_not_call (id, workspace_id, e164, source) values (${listed}, ${workspaceId}, '+14155550177', 'staff')`);
  const sessions = await askApi(product, 'GET', '/auth/sessions', { token });
  const told = await askApi(product, 'GET', '/notifications', { token });
  return {
    agent,
    number: number.id,
    call,
    connection: (connected.body as { connection: { id: string } }).connection.id,
    session: (sessions.body as { sessions: { id: string }[] }).sessions[0]?.id ?? '',
    apiKey: (made.body as { apiKey: { id: string } }).apiKey.id,
    invitation: (invited.body as { invitations: { id: string }[] }).invitations[0]?.id ?? '',
    user: userId,
    webhook: webhookId,
    delivery: (tested.body as { delivery: { id: string } }).delivery.id,
    workspace: workspaceId,
    knowledgeBase: knowledge.id,
    knowledgeItem: knowledge.items[0]?.id ?? '',
    scenario: (scenario.body as { scenario: { id: string } }).scenario.id,
    mergeField: (field.body as { field: { id: string } }).field.id,
    integration,
    campaign,
    contact,
    doNotCall: listed,
    voice,
    turn: newId('turn'),
    event: newId('event'),
    notification: (told.body as { notifications: { id: string }[] }).notifications[0]?.id ?? '',
  };
}

/** Everything of a workspace that a call of the API could have changed. */
export async function snapshot(queries: TestProduct['platform']['db']['queries'], workspaceId: string) {
  const read = async (table: string) =>
    (
      await queries.execute(
        sql`select * from ${sql.identifier(table)} where workspace_id = ${workspaceId} order by 1`,
      )
    ).rows;
  const tables = [
    'agents',
    'api_keys',
    'webhooks',
    'webhook_deliveries',
    'phone_numbers',
    'number_orders',
    'connections',
    'calls',
    'memberships',
    'invitations',
    'audit_entries',
    'notifications',
    'integrations',
    'merge_fields',
    'agent_scenarios',
    'agent_test_runs',
    'knowledge_bases',
    'campaigns',
    'contacts',
    'do_not_call',
    'uploads',
    'account_voices',
    'voice_previews',
  ];
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await read(table)] as const)),
  );
}
