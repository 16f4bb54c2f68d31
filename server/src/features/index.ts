import { accountMigrations } from './accounts/index.ts';
import { agentMigrations } from './agents/index.ts';
import { analyticsMigrations } from './analytics/index.ts';
import { apiKeyMigrations } from './api-keys/index.ts';
import { auditMigrations } from './audit/index.ts';
import { callMigrations } from './calls/index.ts';
import { campaignMigrations } from './campaigns/index.ts';
import { connectionMigrations } from './connections/index.ts';
import { doNotCallMigrations } from './do-not-call/index.ts';
import { functionMigrations } from './functions/index.ts';
import { integrationMigrations } from './integrations/index.ts';
import { knowledgeMigrations } from './knowledge/index.ts';
import { mergeFieldMigrations } from './merge-fields/index.ts';
import { notificationMigrations } from './notifications/index.ts';
import { numberMigrations } from './numbers/index.ts';
import { recordingMigrations } from './recordings/index.ts';
import { searchMigrations } from './search/index.ts';
import { simulationMigrations } from './simulations/index.ts';
import { teamMigrations } from './team/index.ts';
import { uploadMigrations } from './uploads/index.ts';
import { voiceMigrations } from './voices/index.ts';
import { webhookMigrations } from './webhooks/index.ts';

/** Every thing the product does, each standing on those before it, with the folder of its tables. */
export const features: readonly { name: string; migrations: URL }[] = [
  { name: 'audit', migrations: auditMigrations },
  { name: 'accounts', migrations: accountMigrations },
  { name: 'notifications', migrations: notificationMigrations },
  { name: 'api-keys', migrations: apiKeyMigrations },
  { name: 'team', migrations: teamMigrations },
  { name: 'merge-fields', migrations: mergeFieldMigrations },
  { name: 'knowledge', migrations: knowledgeMigrations },
  { name: 'connections', migrations: connectionMigrations },
  { name: 'voices', migrations: voiceMigrations },
  { name: 'agents', migrations: agentMigrations },
  { name: 'numbers', migrations: numberMigrations },
  { name: 'calls', migrations: callMigrations },
  { name: 'functions', migrations: functionMigrations },
  { name: 'recordings', migrations: recordingMigrations },
  { name: 'search', migrations: searchMigrations },
  { name: 'analytics', migrations: analyticsMigrations },
  { name: 'simulations', migrations: simulationMigrations },
  { name: 'integrations', migrations: integrationMigrations },
  { name: 'uploads', migrations: uploadMigrations },
  { name: 'do-not-call', migrations: doNotCallMigrations },
  { name: 'campaigns', migrations: campaignMigrations },
  { name: 'webhooks', migrations: webhookMigrations },
];
