import { AppError } from '@parley/contract/errors';
import { voiceAvatarPath, voiceRoutes } from '@parley/contract/voices';
import type { Platform } from '../../platform/platform.ts';
import { drawAvatar } from './draw-avatar.ts';
import { findVoices } from './find-voices.ts';
import { listAccountVoices } from './queries.ts';
import { toListedVoices } from './voice-views.ts';

/** Mounts the calls of the voice selector. */
export function mountVoiceRoutes({ db, http }: Platform): void {
  http.mount(voiceRoutes.list, async (_input, { identity }) =>
    toListedVoices(await listAccountVoices(db.queries, identity.workspaceId)),
  );

  http.mountStream(
    voiceAvatarPath('{id}'),
    { access: 'signed-in', scope: 'agents:read' },
    async (context) => {
      const { id } = context.request.params as { id: string };
      const voice = (await findVoices(db.queries, context.identity.workspaceId, [id])).get(id);
      if (voice === undefined) throw AppError.of('voice_not_found');
      return context.reply
        .header('content-type', 'image/svg+xml; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header('cache-control', 'private, max-age=86400')
        .send(drawAvatar(voice));
    },
  );
}
