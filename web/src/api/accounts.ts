import type { accountRoutes, UserProfile } from '@parley/contract/accounts';
import type { RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';
import { useUserStore } from './user-store.ts';

type Routes = typeof accountRoutes;

const login = endpoint<Routes['login']>('POST', '/auth/login');
const logout = endpoint<Routes['logout']>('POST', '/auth/logout');
const register = endpoint<Routes['register']>('POST', '/auth/register');
const verify = endpoint<Routes['verifyEmail']>('POST', '/auth/verify-email');
const resend = endpoint<Routes['resendOtp']>('POST', '/auth/resend-otp');
const forgot = endpoint<Routes['forgotPassword']>('POST', '/auth/forgot-password');
const reset = endpoint<Routes['resetPassword']>('POST', '/auth/reset-password');
const country = endpoint<Routes['country']>('GET', '/auth/country');
const me = endpoint<Routes['me']>('GET', '/users/me');

/** Signs in. The session cookie is set by the answer; the token in it is for scripts and is dropped here. */
export async function logIn(credentials: { email: string; password: string }): Promise<UserProfile> {
  const { user } = await call(login, { body: credentials });
  return user;
}

export type NewAccount = RouteRequest<Routes['register']>['body'];

/** Creates an account and its workspace, and signs in as its owner. */
export async function signUp(account: NewAccount): Promise<UserProfile> {
  const { user } = await call(register, { body: account });
  return user;
}

/** Proves an email by the code that was mailed to it. */
export async function verifyEmail(proof: { email: string; otp: string }): Promise<void> {
  await call(verify, { body: proof });
}

/** Has a new code mailed. */
export async function resendCode(email: string): Promise<void> {
  await call(resend, { body: { email } });
}

/** Has a link for a new password mailed, where the email is known; the answer does not tell. */
export async function requestPasswordLink(email: string): Promise<void> {
  await call(forgot, { body: { email } });
}

/** Sets a new password by the token of a mailed link; every session of the user ends. */
export async function resetPassword(renewal: { token: string; password: string }): Promise<void> {
  await call(reset, { body: renewal });
}

/** The country of the visitor by their address, `country_code` null where it is unknown (SIGNUP-6). */
export const visitorCountryQuery = queryOptions({
  queryKey: ['visitor-country'],
  queryFn: ({ signal }) => call(country, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Ends the session on the server. */
export async function logOut(): Promise<void> {
  await call(logout, {});
}

/** The profile of the signed-in user; keeps `user-storage` fresh, and a failed read clears it (SHELL-7). */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    try {
      const profile = await call(me, { signal });
      useUserStore.getState().keep(profile);
      return profile;
    } catch (error) {
      if (!signal.aborted) useUserStore.getState().clear();
      throw error;
    }
  },
  staleTime: 60_000,
});
