import { AppError } from '@parley/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../platform/db/database.ts';
import type { Identity } from '../../platform/http/http.ts';
import { saveActiveWorkspace, signUpInvited, tellUserChanged } from '../accounts/index.ts';
import type { AuditSource } from '../audit/index.ts';
import type { TeamWrites } from './change-team.ts';
import {
  findInvitationByToken,
  type KnownInvitation,
  lockInvitationByToken,
  saveAccepted,
} from './invitation-queries.ts';
import { hashOfToken } from './invite.ts';
import { findMember, findUserByEmail, insertMember, saveEmailProved } from './queries.ts';

export type Joined = { id: string; name: string };

/**
 * The invitation of a link that can be accepted now.
 * Errors: invitation_not_found, invitation_used, invitation_expired.
 */
export async function getInvitation(
  queries: Queries,
  token: string,
  nowMs: number,
): Promise<KnownInvitation> {
  const invitation = await findInvitationByToken(queries, hashOfToken(token));
  if (invitation === undefined) throw AppError.of('invitation_not_found');
  if (invitation.acceptedAt !== null) throw AppError.of('invitation_used');
  if (invitation.expiresAt.getTime() <= nowMs) throw AppError.of('invitation_expired');
  return invitation;
}

/**
 * Joins as the signed-in user, whose session works in the new workspace from then on. A member keeps their role.
 * Errors: those of `getInvitation`, invitation_for_another.
 */
export async function acceptInvitation(
  { db, audit, signIn }: TeamWrites,
  source: AuditSource,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<Joined> {
  const { userId, sessionId, email } = source.identity;
  const joined = await db.transaction(async (tx) => {
    await lockInvitationByToken(tx, hashOfToken(token));
    const invitation = await getInvitation(tx, token, nowMs);
    const { workspaceId, role, id } = invitation;
    if (invitation.email !== email.toLowerCase())
      throw AppError.of('invitation_for_another', { email: invitation.email });
    const known = await findMember(tx, workspaceId, userId);
    await insertMember(tx, { workspaceId, userId, role });
    await saveEmailProved(tx, userId);
    await saveAccepted(tx, id, new Date(nowMs));
    await saveActiveWorkspace(tx, { userId, sessionId, workspaceId });
    await tellUserChanged(tx, userId);
    if (known === undefined) {
      await audit.record(tx, source, {
        workspaceId,
        action: 'member.joined',
        subject: { id: userId, name: email },
        changes: [{ field: 'role', before: null, after: role }],
      });
    }
    return { id: workspaceId, name: invitation.workspaceName };
  });
  signIn.changedUser(userId);
  return joined;
}

/**
 * Makes the account of the invited email, signs it in on this answer, and joins.
 * Errors: those of `getInvitation`, email_taken.
 */
export async function signUpAndJoin(
  writes: TeamWrites,
  context: { request: FastifyRequest; reply: FastifyReply; requestId: string },
  given: { token: string; password: string; firstName: string; lastName: string; nowMs: number },
): Promise<Joined> {
  const { db, signIn } = writes;
  const { token, password, firstName, lastName, nowMs } = given;
  const { email, workspaceId, role } = await getInvitation(db.queries, token, nowMs);
  if ((await findUserByEmail(db.queries, email)) !== undefined) throw AppError.of('email_taken');
  const user = { email, password, firstName, lastName };
  const { userId, sessionId } = await signUpInvited({ db, signIn }, user, context);
  const identity: Identity = { userId, sessionId, email, workspaceId, role };
  return await acceptInvitation(
    writes,
    { identity, requestId: context.requestId, request: context.request },
    { token, nowMs },
  );
}
