import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { deleteKeysOutOfUse } from './queries.ts';
import { mountApiKeyRoutes } from './routes.ts';

export { type KeyAccess, openKeyAccess, requestsPerKeyAndMinute } from './open-key-access.ts';

export const apiKeyMigrations = new URL('./migrations/', import.meta.url);

/** How long a revoked or expired key is still listed. */
const outOfUseMs = 90 * 24 * 3600 * 1000;

export type ApiKeysNeeds = {
  accounts: Pick<AccountsFeature, 'listUserNames' | 'listMembers'>;
  audit: Pick<AuditFeature, 'record'>;
};

/** Keys by which programs use the API for a workspace. What a key may reach is checked by the HTTP server. */
export function openApiKeys(
  platform: Pick<Platform, 'db' | 'http' | 'jobs'>,
  needs: ApiKeysNeeds,
  nowMs: () => number = Date.now,
): void {
  const { db, jobs } = platform;
  mountApiKeyRoutes(platform, needs, nowMs);
  jobs.define({
    name: 'api-keys.delete-out-of-use',
    data: z.object({}),
    cron: '29 3 * * *',
    run: async () => await deleteKeysOutOfUse(db.queries, new Date(nowMs() - outOfUseMs)),
  });
}
