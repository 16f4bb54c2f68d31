import { AppError } from '@parley/contract/errors';
import { type VoiceProfile, voiceAvatarPath, voicePreviewPath, voiceRoutes } from '@parley/contract/voices';
import type { SignedInContext } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { drawAvatar } from './draw-avatar.ts';
import { fillWelcome } from './fill-welcome.ts';
import { findVoices } from './find-voices.ts';
import type { VoicePreviews } from './hear-preview.ts';
import type { VoicesNeeds } from './index.ts';
import { listAccountVoices } from './queries.ts';
import { refreshStaleVoices } from './refresh-voices.ts';
import { speakText } from './speak-text.ts';
import { toHeardAs, toListedVoices, toWantedVoice } from './voice-views.ts';

/** Mounts the calls of the voice selector and of listening to a welcome message. */
export function mountVoiceRoutes(
  platform: Platform,
  { connections, nowMs }: VoicesNeeds,
  previews: VoicePreviews,
): void {
  const { db, http } = platform;

  const getVoice = async (workspaceId: string, id: string): Promise<VoiceProfile> => {
    const voice = (await findVoices(db.queries, workspaceId, [id])).get(id);
    if (voice === undefined) throw AppError.of('voice_not_found');
    return voice;
  };
  const getVoiceOf = ({ identity, request }: SignedInContext): Promise<VoiceProfile> =>
    getVoice(identity.workspaceId, (request.params as { id: string }).id);

  http.mount(voiceRoutes.list, async (_input, { identity: { workspaceId } }) => {
    const [rows, vendors] = await Promise.all([
      listAccountVoices(db.queries, workspaceId),
      connections.listSpeechVendors(workspaceId),
    ]);
    const asked = vendors.filter(({ canListVoices }) => canListVoices).map(({ vendor }) => vendor);
    await refreshStaleVoices(platform, workspaceId, asked, new Date(nowMs()));
    const voices = toListedVoices(rows, new Set(vendors.map(({ vendor }) => vendor)));
    const heard = await connections.hearVoices(workspaceId, voices.map(toWantedVoice));
    return voices.map((voice, at) => ({ ...voice, heard_as: toHeardAs(heard[at]) }));
  });

  http.mount(voiceRoutes.say, async ({ params, body }, { identity, reply }) => {
    const voice = await getVoice(identity.workspaceId, params.id);
    const text = fillWelcome(body.text, body.fields);
    const speaker = await connections.openVoice(identity.workspaceId, toWantedVoice(voice));
    const left = new AbortController();
    // Who has gone does not hear it: nothing more is asked of the provider.
    reply.raw.once('close', () => left.abort());
    const { wav, durationMs } = await speakText(speaker, text, {
      language: body.language,
      signal: left.signal,
    });
    return {
      audio: Buffer.from(wav).toString('base64'),
      duration_ms: durationMs,
      text,
      heard_as: toHeardAs(speaker.heard),
    };
  });

  const access = { access: 'signed-in', scope: 'agents:read' } as const;

  http.mountStream(voicePreviewPath('{id}'), access, async (context) => {
    const voice = await getVoiceOf(context);
    const { contentType, bytes } = await previews.hear(context.identity.workspaceId, voice);
    return (
      context.reply
        .header('content-type', contentType)
        .header('content-length', bytes.length)
        // Not for long: what is heard changes with what is connected.
        .header('cache-control', 'private, max-age=60')
        .send(Buffer.from(bytes))
    );
  });

  http.mountStream(voiceAvatarPath('{id}'), access, async (context) =>
    context.reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(drawAvatar(await getVoiceOf(context))),
  );
}
