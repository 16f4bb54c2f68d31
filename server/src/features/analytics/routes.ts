import { analyticsRoutes, type FigureFilters } from '@parley/contract/analytics';
import type { Platform } from '../../platform/platform.ts';
import { readCallRecords, sampleCallRecords } from './call-records.ts';
import { readDashboard, sampleDashboard } from './dashboard-figures.ts';
import type { AnalyticsNeeds } from './index.ts';
import { readOverview } from './overview.ts';
import { type FigureScope, findWhatWasCounted } from './queries.ts';
import { type FigureSpan, spanOf } from './spans.ts';

/** Mounts the calls of the contract. */
export function mountAnalyticsRoutes(platform: Platform, needs: AnalyticsNeeds): void {
  const { http, db, config } = platform;
  const { queries } = db;

  /** What a request is about, and whether there is anything to count for it. */
  const read = async (
    workspaceId: string,
    filters: FigureFilters,
  ): Promise<{ scope: FigureScope; span: FigureSpan; isSample: boolean; hasCalls: boolean }> => {
    const { hasCalls, hasBusinessCalls } = await findWhatWasCounted(queries, workspaceId);
    // A first call that still runs is counted nowhere, and yet the workspace has a call.
    const isSample = !hasCalls && (await needs.countCalls(queries, workspaceId)) === 0;
    const scope = {
      workspaceId,
      agentId: filters.agent_id,
      number: filters.phone_number,
      countsTests: doTestsCount(filters.test_calls, config.mode === 'local' || !hasBusinessCalls),
    };
    return { scope, span: spanOf(filters, needs.nowMs()), isSample, hasCalls };
  };

  http.mount(analyticsRoutes.dashboard, async ({ query }, { identity }) => {
    const { scope, span, isSample } = await read(identity.workspaceId, query);
    return isSample ? sampleDashboard(span) : await readDashboard(queries, scope, span);
  });

  http.mount(analyticsRoutes.listCalls, async ({ query }, { identity }) => {
    const { scope, span, isSample } = await read(identity.workspaceId, query);
    return isSample
      ? sampleCallRecords(needs.nowMs(), query)
      : await readCallRecords(queries, scope, span, query);
  });

  http.mount(analyticsRoutes.overview, async ({ query }, { identity }) => {
    const { scope, span, hasCalls } = await read(identity.workspaceId, query);
    return { has_calls: hasCalls, ...(await readOverview(queries, scope, span, query.time_zone)) };
  });
}

/** Whether test calls are part of the figures: as asked, else as is usual for the workspace. */
function doTestsCount(asked: FigureFilters['test_calls'], usually: boolean): boolean {
  return asked === 'auto' ? usually : asked === 'include';
}
