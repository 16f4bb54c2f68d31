import { AppError } from '@parley/contract/errors';
import { type Role, roleMay } from '@parley/contract/roles';

/** Whether one member may give another a role, or take them out (`next` undefined). Owners are the owners' matter. */
export function mayChange(actor: Role, current: Role, next: Role | undefined): boolean {
  const concernsOwners = current === 'owner' || next === 'owner';
  return roleMay(actor, concernsOwners ? 'own' : 'manage');
}

/** Throws last_owner where the change would leave the workspace without one. */
export function checkOwnerStays(change: { current: Role; next: Role | undefined; owners: number }): void {
  const { current, next, owners } = change;
  if (current === 'owner' && next !== 'owner' && owners <= 1) throw AppError.of('last_owner');
}
