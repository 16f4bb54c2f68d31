import { carriers } from '@parley/carriers/index';
import { providers } from '@parley/providers/index';
import type { AccountsFeature, SignIn } from '../features/accounts/index.ts';
import { openAccounts } from '../features/accounts/index.ts';
import { openAgentTests } from '../features/agent-tests/index.ts';
import { type AgentsFeature, openAgents } from '../features/agents/index.ts';
import { type AnalyticsFeature, openAnalytics } from '../features/analytics/index.ts';
import { openApiKeys } from '../features/api-keys/index.ts';
import { type AuditFeature, openAudit } from '../features/audit/index.ts';
import { type CallsFeature, countCalls, openCalls } from '../features/calls/index.ts';
import {
  type CampaignsFeature,
  type Dialing,
  openCampaigns,
  openDialing,
} from '../features/campaigns/index.ts';
import type { Vendors } from '../features/connections/index.ts';
import { type ConnectionsFeature, openConnections } from '../features/connections/index.ts';
import { type DoNotCallFeature, openDoNotCall } from '../features/do-not-call/index.ts';
import { openFunctions } from '../features/functions/index.ts';
import { type IntegrationsFeature, openIntegrations } from '../features/integrations/index.ts';
import { type KnowledgeFeature, openKnowledge } from '../features/knowledge/index.ts';
import { type MergeFieldsFeature, openMergeFields } from '../features/merge-fields/index.ts';
import { type NotificationsFeature, openNotifications } from '../features/notifications/index.ts';
import { type NumbersFeature, openNumbers } from '../features/numbers/index.ts';
import { openRecordings } from '../features/recordings/index.ts';
import { openSearch } from '../features/search/index.ts';
import { openSimulations } from '../features/simulations/index.ts';
import { openTeam } from '../features/team/index.ts';
import { openUploads } from '../features/uploads/index.ts';
import { openVoices } from '../features/voices/index.ts';
import { openWebhooks } from '../features/webhooks/index.ts';
import type { Platform } from '../platform/platform.ts';
import { adoptCarrierNumbers } from './adopt-numbers.ts';

export type Features = {
  doNotCall: DoNotCallFeature;
  campaigns: CampaignsFeature;
  audit: AuditFeature;
  accounts: AccountsFeature;
  notifications: NotificationsFeature;
  mergeFields: MergeFieldsFeature;
  knowledge: KnowledgeFeature;
  agents: AgentsFeature;
  numbers: NumbersFeature;
  connections: ConnectionsFeature;
  integrations: IntegrationsFeature;
  calls: CallsFeature;
  dialing: Dialing;
  /** Stops what the features opened besides the platform. May be called twice. */
  close(): Promise<void>;
};

export type FeatureOptions = {
  /** The providers and carriers that can be connected. Default: their lists. */
  vendors?: Vendors;
  nowMs?: () => number;
};

/**
 * Opens every feature over the platform, in the order in which they stand on each other. Where two know of
 * each other, the lower one is given functions that ask the upper one once it is open. The jobs start when
 * all kinds of work are defined, just before the first line opens.
 */
export async function openFeatures(
  platform: Platform,
  signIn: SignIn,
  options: FeatureOptions = {},
): Promise<Features> {
  const { vendors = { providers, carriers }, nowMs = Date.now } = options;
  const audit = openAudit(
    platform,
    { listUserNames: (queries, userIds) => accounts.listUserNames(queries, userIds) },
    nowMs,
  );
  const accounts: AccountsFeature = openAccounts(platform, signIn, nowMs);
  const notifications = openNotifications(platform, { accounts }, nowMs);
  openApiKeys(platform, { accounts, audit }, nowMs);
  openTeam(platform, { audit, signIn }, nowMs);
  openWebhooks(platform, { audit, notifications, nowMs });
  const mergeFields = openMergeFields(platform, { accounts, audit });
  const knowledge = openKnowledge(platform, {
    accounts,
    audit,
    findEmbedding: (workspaceId) => connections.findEmbedding(workspaceId),
    countAgents: (queries, workspaceId, ids) => agents.countByKnowledge(queries, workspaceId, ids),
  });
  const connections: ConnectionsFeature = await openConnections(platform, vendors, {
    audit,
    removeNumbersOf: (tx, connection) => numbers.removeNumbersOf(tx, connection),
  });
  const voices = openVoices(platform, { accounts, connections, nowMs });
  const agents: AgentsFeature = openAgents(platform, {
    audit,
    voices,
    accounts,
    listAssignedNumbers: (queries, agentIds) => numbers.listAssignedNumbers(queries, agentIds),
    listKnowledgeNames: knowledge.listNames,
    unassignAgent: (tx, workspaceId, agentId) => numbers.unassignAgent(tx, workspaceId, agentId),
  });
  let calls: CallsFeature | undefined;
  const numbers = openNumbers(platform, {
    accounts,
    audit,
    agents,
    connections,
    notifications,
    addressOf: (number) => calls?.addressOf(number) ?? null,
    sumNumbers: (queries, workspaceId, since) => analytics.sumNumbers(queries, workspaceId, since),
    nowMs,
  });
  const uploads = openUploads(platform, { accounts, audit, nowMs });
  const doNotCall = openDoNotCall(platform, {
    accounts,
    audit,
    uploads,
    onRulesSaved: (tx, workspaceId) => campaigns.releaseHeld(tx, workspaceId),
  });
  // Before the campaigns, which correct what a call made of a person who opted out in it.
  const dialing = openDialing(platform, { agents, doNotCall, nowMs });
  const campaigns: CampaignsFeature = openCampaigns(platform, {
    ...{ accounts, audit, agents, numbers, uploads, doNotCall, notifications, nowMs },
    calls: () => calls!,
  });
  const integrations = openIntegrations(platform, { audit, notifications }, { nowMs });
  const recordings = openRecordings(platform, { accounts });
  const functions = openFunctions(platform, { audit, agents, integrations }, nowMs);
  openAgentTests(platform, {
    accounts,
    agents,
    audit,
    connections,
    functions,
    knowledge,
    mergeFields,
  });
  openSearch(platform, { agents, numbers, campaigns });
  // Before the calls: none may end uncounted.
  const analytics: AnalyticsFeature = openAnalytics(platform, { countCalls, nowMs });
  calls = await openCalls(
    platform,
    {
      accounts,
      audit,
      agents,
      numbers,
      connections,
      recordings,
      functions,
      mergeFields,
      knowledge,
      doNotCall,
      listCampaignNames: campaigns.listNames,
      countCampaignCalls: campaigns.countCalls,
    },
    { beforeLines: () => platform.jobs.start({ works: platform.config.roles.has('jobs') }) },
  );
  const opened = calls;
  dialing.start(opened);
  openSimulations(platform, { agents, audit, calls, connections });
  const stopFollowing = await signIn.followChanges();
  const stopListening = await connections.onChanged(() => {
    Promise.all([
      knowledge.onConnectionsChanged(),
      opened.reloadConnections(),
      adoptCarrierNumbers(platform, { accounts, connections, numbers }),
    ]).catch((error: unknown) =>
      platform.log.error('The carriers could not take over changed connections.', { error: String(error) }),
    );
  });
  let closed: Promise<void> | undefined;
  return {
    audit,
    doNotCall,
    campaigns,
    accounts,
    notifications,
    mergeFields,
    knowledge,
    agents,
    numbers,
    connections,
    integrations,
    calls,
    dialing,
    close: () => {
      closed ??= Promise.all([stopListening(), stopFollowing(), dialing.stop()]).then(() => opened.close());
      return closed;
    },
  };
}
