import type { ContactReason } from '@parley/contract/campaign-rules';
import type { Dialer } from '@parley/server/features/campaigns/dialing/dialer';
import { runRound } from '@parley/server/features/campaigns/dialing/run-round';
import { getCallingRules, listListed } from '@parley/server/features/do-not-call/queries';
import { features } from '@parley/server/features/index';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { Distribution, type Percentiles } from '../measuring/distribution.ts';
import { serveQuestions } from '../measuring/pinned-process.ts';

export type ClaimsOptions = {
  databaseUrl: string;
  workspaceId: string;
  agentId: string;
  processId: string;
  /** Contacts claimed in one turn at most. */
  atOnce: number;
  seconds: number;
};

export type ClaimsFigures = { claims: number; turns: number; ms: Percentiles };

/** One dialer of several: takes turns as fast as it gets them, and has each call end at once. */
serveQuestions({
  async run(options: ClaimsOptions): Promise<ClaimsFigures> {
    const { databaseUrl, workspaceId, agentId, processId } = options;
    const roles = new Set(['dialer', 'calls'] as const);
    const db = await openDatabase({
      config: { databaseUrl, dataDir: '/nonexistent', roles },
      log: openLog({ level: 'error' }),
      migrations: features.map(({ migrations }) => migrations),
    });
    const dialer = {
      platform: { db, config: { roles } },
      agents: { findAgentForCall: async () => ({ agentId, versionId: null, isActive: true }) },
      doNotCall: { listListed, getRules: getCallingRules },
      nowMs: Date.now,
      processId,
    } as unknown as Dialer;
    const times = new Distribution();
    const figures = { claims: 0, turns: 0 };
    const untilMs = performance.now() + options.seconds * 1000;
    const done: ContactReason = 'talked';
    while (performance.now() < untilMs) {
      const startMs = performance.now();
      const { claimed } = await runRound(dialer, workspaceId, options.atOnce);
      if (claimed.length === 0) continue;
      times.add(performance.now() - startMs);
      figures.turns += 1;
      figures.claims += claimed.length;
      await db.pool.query(
        `with ended as (
           update campaign_attempts set state = 'ended', end_reason = 'goodbye', ended_at = now()
           where id = any($1) returning contact_id
         )
         update contacts set state = 'done', reason = $2 from ended where contacts.id = ended.contact_id`,
        [claimed.map(({ id }) => id), done],
      );
    }
    await db.close();
    return { ...figures, ms: times.summary };
  },
});
