import type { accountRoutes, UserProfile } from '@parley/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';
import { useUserStore } from './user-store.ts';

type Routes = typeof accountRoutes;

const login = endpoint<Routes['login']>('POST', '/auth/login');
const logout = endpoint<Routes['logout']>('POST', '/auth/logout');
const me = endpoint<Routes['me']>('GET', '/users/me');

/** Signs in. The session cookie is set by the answer; the token in it is for scripts and is dropped here. */
export async function logIn(credentials: { email: string; password: string }): Promise<UserProfile> {
  const { user } = await call(login, { body: credentials });
  return user;
}

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
