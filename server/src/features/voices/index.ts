import type { VoiceProfile } from '@parley/contract/voices';
import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import { findVoices } from './find-voices.ts';
import { openPreviews } from './hear-preview.ts';
import { deletePreviewsOfWorkspace } from './keep-preview.ts';
import { refreshVoices, refreshVoicesJob } from './refresh-voices.ts';
import { mountVoiceRoutes } from './routes.ts';

export { defaultVoice } from './catalogue.ts';
export { toWantedVoice } from './voice-views.ts';

export const voiceMigrations = new URL('./migrations/', import.meta.url);

/** What voices stand on. */
export type VoicesNeeds = {
  accounts: Pick<AccountsFeature, 'beforeWorkspaceDeleted'>;
  connections: Pick<ConnectionsFeature, 'listSpeechVendors' | 'listVoices' | 'hearVoices' | 'openVoice'>;
  nowMs: () => number;
};

export type VoicesFeature = {
  /**
   * The voices with these ids, ours or the vendors', by the id that was asked for. A voice that its account has lost is
   * still found.
   */
  findVoices(
    queries: Queries,
    workspaceId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, VoiceProfile>>;
};

/** The voices agents speak with: the vendors' standard ones and those of connected accounts. */
export function openVoices(platform: Platform, needs: VoicesNeeds): VoicesFeature {
  const { accounts, connections } = needs;
  mountVoiceRoutes(platform, needs, openPreviews(platform, connections));
  platform.jobs.define({
    name: refreshVoicesJob,
    data: z.object({ workspaceId: z.string(), vendor: z.string() }),
    retryLimit: 3,
    run: (job) => refreshVoices(platform, connections, job),
  });
  accounts.beforeWorkspaceDeleted((workspaceId) => deletePreviewsOfWorkspace(platform, workspaceId));
  return { findVoices };
}
