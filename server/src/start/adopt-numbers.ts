import type { Platform } from '../platform/platform.ts';
import type { Features } from './open-features.ts';

/**
 * Brings the numbers of connected trunks into their workspaces, so that an agent can be put on them: at the start
 * and whenever connections change. The operator's own go to the oldest workspace.
 */
export async function adoptCarrierNumbers(
  platform: Platform,
  features: Pick<Features, 'accounts' | 'connections' | 'numbers'>,
): Promise<void> {
  const workspaces = await platform.db.transaction(async (tx) => {
    const first = await features.accounts.findFirstWorkspaceId(tx);
    // A trunk that is removed meanwhile waits, and takes with it what came here.
    const found = await features.connections.holdCarrierNumbers(tx);
    const placed = found.flatMap(({ e164, connectionId, workspaceId }) => {
      const home = workspaceId ?? first;
      return home === undefined ? [] : [{ e164, connectionId, workspaceId: home }];
    });
    return await features.numbers.adoptNumbers(tx, placed);
  });
  if (workspaces > 0) platform.log.info('Numbers of connected trunks were taken over.', { workspaces });
}
