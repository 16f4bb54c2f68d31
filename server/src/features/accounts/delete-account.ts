import { AppError } from '@parley/contract/errors';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { accountDeletedMail } from './account-mails.ts';
import { tellUserChanged } from './active-workspace.ts';
import { deleteSessionsOf, lockUser } from './queries.ts';
import {
  deleteMembershipsOfWorkspace,
  deleteUser,
  deleteWorkspaceRows,
  listMemberIds,
  listOwnedWorkspaces,
} from './workspace-queries.ts';

const deleteWorkspaceJob = 'accounts.delete-workspace';
/** How long the job waits for the calls of a workspace to end before it looks again, in seconds. */
const lookAgainSeconds = 3;

/**
 * Clears what a feature keeps of a workspace outside its own rows: ends calls, removes files. Run before the rows
 * go, once or more. False: it is not done yet, ask again in a few seconds.
 */
export type WorkspaceCleaner = (workspaceId: string) => Promise<boolean>;

/**
 * Deletes the account, and gives each workspace that nobody else owns to a job that deletes it with everything in
 * it. From this moment on nobody reaches it. Returns the ids of the sessions that are over.
 * Errors: workspace_has_members, unless it may delete such a workspace.
 */
export async function deleteAccount(
  { db, jobs, mailer, config }: Pick<Platform, 'db' | 'jobs' | 'mailer' | 'config'>,
  userId: string,
  { deletesSharedWorkspace }: { deletesSharedWorkspace: boolean },
): Promise<readonly string[]> {
  return await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw AppError.of('not_signed_in');
    const lost = (await listOwnedWorkspaces(tx, userId)).filter((workspace) => workspace.otherOwners === 0);
    const shared = lost.find((workspace) => workspace.otherMembers > 0);
    if (shared !== undefined && !deletesSharedWorkspace)
      throw AppError.of('workspace_has_members', { workspace: shared.name });
    const workspaceIds = lost.map((workspace) => workspace.id);
    for (const memberId of await listMemberIds(tx, { userId, workspaceIds }))
      await tellUserChanged(tx, memberId);
    const ended = await deleteSessionsOf(tx, userId);
    for (const workspaceId of workspaceIds) {
      await deleteMembershipsOfWorkspace(tx, workspaceId);
      await jobs.enqueue(tx, deleteWorkspaceJob, { workspaceId });
    }
    await deleteUser(tx, userId);
    const brand = { productName: config.links.productName, publicUrl: config.publicUrl };
    await mailer.send(tx, accountDeletedMail(brand, user));
    return ended;
  });
}

/** Defines the job that deletes a workspace: first what lies outside the database, then the rows of every feature. */
export function defineWorkspaceDeletion(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  cleaners: readonly WorkspaceCleaner[],
): void {
  jobs.define({
    name: deleteWorkspaceJob,
    data: z.object({ workspaceId: z.string() }),
    expireInSeconds: 3_600,
    run: async ({ workspaceId }) => {
      let isClean = true;
      for (const clean of cleaners) isClean = (await clean(workspaceId)) && isClean;
      if (isClean) await db.transaction((tx) => deleteWorkspaceRows(tx, workspaceId));
      else
        await jobs.enqueue(
          db.queries,
          deleteWorkspaceJob,
          { workspaceId },
          { startAfterSeconds: lookAgainSeconds },
        );
    },
  });
}
