import type { VoiceProfile } from '@parley/contract/voices';
import type { Queries } from '../../platform/db/database.ts';
import { findCatalogueVoice } from './catalogue.ts';
import { findAccountVoices } from './queries.ts';
import { toAccountVoice } from './voice-views.ts';

/**
 * The voices with these ids, ours or the vendors', by the id that was asked for: those of the catalogue and those of the
 * workspace's accounts, also ones that are gone there.
 */
export async function findVoices(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VoiceProfile>> {
  const found = new Map<string, VoiceProfile>();
  for (const id of ids) {
    const voice = findCatalogueVoice(id);
    if (voice !== undefined) found.set(id, voice);
  }
  const others = [...new Set(ids)].filter((id) => id !== '' && !found.has(id));
  for (const row of await findAccountVoices(queries, workspaceId, others))
    for (const id of [row.id, row.voiceId]) if (others.includes(id)) found.set(id, toAccountVoice(row));
  return found;
}
