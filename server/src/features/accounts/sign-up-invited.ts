import { AppError } from '@parley/contract/errors';
import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { saveEmailVerified } from './queries.ts';
import type { SignIn } from './sign-in.ts';

export type InvitedUser = { email: string; password: string; firstName: string; lastName: string };

/**
 * Makes a user whose mailbox is proved by the link they came with, and signs them in on this answer. They have no
 * workspace yet: the caller adds them to the one they were invited to.
 * Errors: email_taken.
 */
export async function signUpInvited(
  { db, signIn }: { db: Database; signIn: SignIn },
  user: InvitedUser,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ userId: string; sessionId: string; token: string }> {
  const { email, password, firstName, lastName } = user;
  const headers = signIn.headersOf(request);
  headers.delete('cookie');
  headers.delete('authorization');
  const { library } = signIn;
  const registered = await library.api
    .signUpEmail({
      body: { email, password, name: `${firstName} ${lastName}`, firstName, lastName },
      headers,
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      if (isAPIError(error) && String(error.body?.code).startsWith('USER_ALREADY_EXISTS'))
        throw AppError.of('email_taken');
      throw error;
    });
  const { user: made, token } = registered.response;
  if (token === null) throw new Error('The auth library made an account without a session.');
  await saveEmailVerified(db.queries, made.id);
  const session = await library.api.getSession({
    headers: new Headers({ authorization: `Bearer ${token}` }),
  });
  if (session === null) throw new Error('The session of a new account is not there.');
  signIn.sendCookies(reply, registered.headers);
  return { userId: made.id, sessionId: session.session.id, token };
}
