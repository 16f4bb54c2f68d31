import { accountSettingsRoutes } from './account-settings.ts';
import { accountRoutes } from './accounts.ts';
import { agentTestRoutes } from './agent-tests.ts';
import { agentRoutes } from './agents.ts';
import { analyticsRoutes } from './analytics.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditRoutes } from './audit.ts';
import { callRoutes } from './calls.ts';
import { campaignRoutes } from './campaigns.ts';
import { connectionRoutes } from './connections.ts';
import { doNotCallRoutes } from './do-not-call.ts';
import { functionRoutes } from './functions.ts';
import { integrationRoutes } from './integrations.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { mergeFieldRoutes } from './merge-fields.ts';
import { notificationRoutes } from './notifications.ts';
import { numberShopRoutes } from './number-shops.ts';
import { numberRoutes } from './numbers.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { simulationRoutes } from './simulations.ts';
import { teamRoutes } from './team.ts';
import { uploadRoutes } from './uploads.ts';
import { voiceRoutes } from './voices.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every JSON call of the API: the matrices of access and of workspaces are tested over this list. */
export const routes = {
  accounts: accountRoutes,
  accountSettings: accountSettingsRoutes,
  agents: agentRoutes,
  agentTests: agentTestRoutes,
  analytics: analyticsRoutes,
  apiKeys: apiKeyRoutes,
  audit: auditRoutes,
  calls: callRoutes,
  campaigns: campaignRoutes,
  doNotCall: doNotCallRoutes,
  uploads: uploadRoutes,
  connections: connectionRoutes,
  knowledge: knowledgeRoutes,
  mergeFields: mergeFieldRoutes,
  notifications: notificationRoutes,
  integrations: integrationRoutes,
  functions: functionRoutes,
  numbers: numberRoutes,
  numberShops: numberShopRoutes,
  simulations: simulationRoutes,
  team: teamRoutes,
  search: searchRoutes,
  voices: voiceRoutes,
  webhooks: webhookRoutes,
} satisfies Record<string, Record<string, Route>>;
