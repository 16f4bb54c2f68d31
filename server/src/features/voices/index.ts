import type { VoiceProfile } from '@parley/contract/voices';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findVoices } from './find-voices.ts';
import { mountVoiceRoutes } from './routes.ts';

export { defaultVoice } from './catalogue.ts';
export { toWantedVoice } from './voice-views.ts';

export const voiceMigrations = new URL('./migrations/', import.meta.url);

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
export function openVoices(platform: Platform): VoicesFeature {
  mountVoiceRoutes(platform);
  return { findVoices };
}
