import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { SignIn } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { deleteInvitationsExpiredBefore } from './invitation-queries.ts';
import { mountTeamRoutes } from './routes.ts';

export const teamMigrations = new URL('./migrations/', import.meta.url);

/** Dead links are remembered this long, so that a late click is told what happened. */
const keepDeadLinksMs = 90 * 24 * 3600 * 1000;

export type TeamNeeds = { audit: AuditFeature; signIn: SignIn };

/** Who works in a workspace: members, their roles, invitations by mail, and the workspace a session works in. */
export function openTeam(platform: Platform, needs: TeamNeeds, nowMs: () => number = Date.now): void {
  const { db, jobs } = platform;
  mountTeamRoutes(platform, needs, nowMs);
  jobs.define({
    name: 'team.delete-old-invitations',
    data: z.object({}),
    cron: '51 3 * * *',
    run: async () => await deleteInvitationsExpiredBefore(db.queries, new Date(nowMs() - keepDeadLinksMs)),
  });
}
