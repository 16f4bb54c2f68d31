import { buffer } from 'node:stream/consumers';
import type { VoiceProfile } from '@parley/contract/voices';
import type { Platform } from '../../platform/platform.ts';
import type { ConnectionsFeature, HeardVoice } from '../connections/index.ts';
import { keepPreview, type Sound } from './keep-preview.ts';
import { findAccountVoices, findPreview } from './queries.ts';
import { speakText } from './speak-text.ts';
import { toWantedVoice } from './voice-views.ts';

/** What a sample says: the words an agent begins most calls with. */
export const previewText = 'Hello, and thank you for calling. How can I help you today?';

/** A vendor's recording of a voice is a few seconds long. */
const recordingLimitBytes = 3_000_000;
const recordingLimitMs = 10_000;

/** Samples of voices, each made once. */
export type VoicePreviews = {
  /** How the voice sounds in calls of the workspace. Rejects with voice_not_heard. */
  hear(workspaceId: string, voice: VoiceProfile): Promise<Sound>;
};

/**
 * Opens the samples. A voice whose provider is connected is heard in the provider's own recording, else in a sentence it
 * speaks; any other in a sentence of its stand-in. Two who ask at once wait for the same sample.
 */
export function openPreviews(
  platform: Platform,
  connections: Pick<ConnectionsFeature, 'openVoice' | 'listSpeechVendors'>,
): VoicePreviews {
  const making = new Map<string, Promise<Sound>>();

  const make = async (workspaceId: string, voice: VoiceProfile): Promise<Sound> => {
    const [speaker, vendors, [row]] = await Promise.all([
      connections.openVoice(workspaceId, toWantedVoice(voice)),
      connections.listSpeechVendors(workspaceId),
      findAccountVoices(platform.db.queries, workspaceId, [voice.voice_id]),
    ]);
    const { heard } = speaker;
    const speak = async (): Promise<Sound> => ({
      contentType: 'audio/wav',
      bytes: (await speakText(speaker, previewText)).wav,
    });
    // What is built in speaks at once, and costs nothing.
    if (vendors.find(({ vendor }) => vendor === heard.vendor)?.isBuiltin) return await speak();
    const recordingUrl = heard.isWanted && row?.vendor === heard.vendor ? row.previewUrl : '';
    const of = { workspaceId, voiceId: voice.id, spokenBy: nameSpeaker(heard, recordingUrl) };
    const kept = await findKept(platform, of);
    if (kept !== undefined) return kept;
    const sound = (await fetchRecording(platform, recordingUrl)) ?? (await speak());
    await keepPreview(platform, of, sound);
    return sound;
  };

  return {
    async hear(workspaceId, voice) {
      const key = `${workspaceId} ${voice.id}`;
      const begun = making.get(key) ?? make(workspaceId, voice).finally(() => making.delete(key));
      making.set(key, begun);
      return await begun;
    },
  };
}

function nameSpeaker({ vendor, voice }: HeardVoice, recordingUrl: string): string {
  return [vendor, voice, recordingUrl].filter(Boolean).join(' ');
}

/** The sample that was kept, unless another speaker made it or its file is not there any more. */
async function findKept(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  of: { workspaceId: string; voiceId: string; spokenBy: string },
): Promise<Sound | undefined> {
  const row = await findPreview(db.queries, of.workspaceId, of.voiceId);
  if (row?.spokenBy !== of.spokenBy) return undefined;
  if ((await storage.findSizeBytes(row.storageKey)) === undefined) return undefined;
  const bytes = await buffer(await storage.read(row.storageKey));
  return { contentType: row.contentType === 'audio/mpeg' ? 'audio/mpeg' : 'audio/wav', bytes };
}

/** The vendor's own recording; undefined where there is none that can be used: the voice then speaks. */
async function fetchRecording(
  { outbound, log }: Pick<Platform, 'outbound' | 'log'>,
  url: string,
): Promise<Sound | undefined> {
  if (url === '') return undefined;
  try {
    const answer = await outbound.fetch(url, {
      timeoutMs: recordingLimitMs,
      maxAnswerBytes: recordingLimitBytes,
      maxRedirects: 2,
    });
    const isSound = answer.status === 200 && !answer.isCut && answer.body.length > 0;
    const type = answer.headers['content-type'] ?? '';
    if (isSound && /^audio\/(mpeg|mp3)\b/i.test(type))
      return { contentType: 'audio/mpeg', bytes: answer.body };
    if (isSound && /^audio\/(wav|x-wav|wave)\b/i.test(type))
      return { contentType: 'audio/wav', bytes: answer.body };
    log.info('A recording of a voice cannot be used.', { status: answer.status, type });
  } catch (error) {
    log.info('A recording of a voice cannot be fetched.', {
      error: error instanceof Error ? error.message : 'unknown',
    });
  }
  return undefined;
}
