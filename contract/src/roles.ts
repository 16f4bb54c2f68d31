import { z } from 'zod';

/**
 * What a member of a workspace may do, from most to least: the owner everything, an admin also manages people and
 * access, an editor builds and calls, a supervisor listens and reviews, a viewer looks.
 */
export const Role = z.enum(['owner', 'admin', 'editor', 'supervisor', 'viewer']);
export type Role = z.output<typeof Role>;

/**
 * What a route asks of whoever calls it. `signed-in`: any member · `review`: hears and judges calls · `edit`: changes
 * what the workspace has · `manage`: people, keys, connections · `own`: the workspace itself.
 */
export type Permission = 'signed-in' | 'review' | 'edit' | 'manage' | 'own';

const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['signed-in', 'review', 'edit', 'manage', 'own'],
  admin: ['signed-in', 'review', 'edit', 'manage'],
  editor: ['signed-in', 'review', 'edit'],
  supervisor: ['signed-in', 'review'],
  viewer: ['signed-in'],
};

/** Whether a member with the role may do it: read by the server for each route, and by buttons. */
export function roleMay(role: Role, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}

/** Everything the role may do, most general first. */
export function permissionsOfRole(role: Role): readonly Permission[] {
  return permissionsOf[role];
}
