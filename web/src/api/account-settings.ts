import type {
  accountSettingsRoutes,
  accountExportPath as contractPath,
} from '@parley/contract/account-settings';
import type { accountRoutes, UserProfile } from '@parley/contract/accounts';
import type { RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint, fetchFile } from './client.ts';

type Routes = typeof accountSettingsRoutes;

const update = endpoint<Routes['updateProfile']>('PATCH', '/users/me');
const change = endpoint<Routes['changePassword']>('POST', '/auth/change-password');
const logoutAll = endpoint<Routes['logoutAll']>('POST', '/auth/logout-all');
const deleteMe = endpoint<Routes['deleteMe']>('DELETE', '/users/me');
const listSessions = endpoint<(typeof accountRoutes)['listSessions']>('GET', '/auth/sessions');
const endOne = endpoint<(typeof accountRoutes)['endSession']>('DELETE', '/auth/sessions/{id}');
const exportPath: typeof contractPath = '/users/me/export';

export type ProfileChanges = RouteRequest<Routes['updateProfile']>['body'];

/** Changes the given fields of the profile. */
export async function saveProfile(body: ProfileChanges): Promise<UserProfile> {
  return await call(update, { body });
}

/** Sets a new password; every other session ends. */
export async function changePassword(body: RouteRequest<Routes['changePassword']>['body']): Promise<void> {
  await call(change, { body });
}

/** Where the user is signed in, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
});

export async function endSession(id: string): Promise<void> {
  await call(endOne, { params: { id } });
}

/** Ends every session, this one too. */
export async function logOutEverywhere(): Promise<void> {
  await call(logoutAll, {});
}

export async function deleteAccount(body: RouteRequest<Routes['deleteMe']>['body']): Promise<void> {
  await call(deleteMe, { body });
}

/** Everything the user may take along, as a file. */
export async function fetchExport(): Promise<{ name: string; file: Blob }> {
  return await fetchFile(exportPath);
}
