import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCalls } from './count-calls.ts';
import { type NumberSums, sumNumbers } from './number-sums.ts';
import { mountAnalyticsRoutes } from './routes.ts';

export const analyticsMigrations = new URL('./migrations/', import.meta.url);

/** Rows that several processes may count in at the same moment; the embedded database has one process. */
const postgresShards = 4;

export type AnalyticsNeeds = {
  /** Every call of the workspace, running ones too. */
  countCalls(queries: Queries, workspaceId: string): Promise<number>;
  nowMs(): number;
};

export type AnalyticsFeature = {
  /** What was counted of each number of the workspace since the moment. Test calls do not count. */
  sumNumbers(queries: Queries, workspaceId: string, since: Date): Promise<readonly NumberSums[]>;
};

/** Figures of calls: counted in the transaction that ends or analyses a call, read by dashboard and analytics. */
export function openAnalytics(platform: Platform, needs: AnalyticsNeeds): AnalyticsFeature {
  const shards = platform.db.kind === 'embedded' ? 1 : postgresShards;
  for (const type of ['call.ended', 'call.analysed'] as const) {
    platform.events.onAll(type, async (tx, workspaceId, events) => {
      const calls = events.map(({ data }) => data.call).filter(({ is_simulation }) => !is_simulation);
      await countCalls(tx, { workspaceId, calls, shards });
    });
  }
  mountAnalyticsRoutes(platform, needs);
  return { sumNumbers };
}
