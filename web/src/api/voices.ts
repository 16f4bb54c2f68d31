import type { AgentLanguage } from '@parley/contract/agent-languages';
import { voicePreviewPath } from '@parley/contract/voice-rules';
import type { StandInVoice, voiceRoutes } from '@parley/contract/voices';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint, fetchFile } from './client.ts';

type Routes = typeof voiceRoutes;

const list = endpoint<Routes['list']>('GET', '/voice-profiles');
const say = endpoint<Routes['say']>('POST', '/voice-profiles/{id}/say');

/** Every voice an agent can be given. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call(list, { signal }),
});

/** The sample of a voice. */
export async function fetchVoicePreview(id: string): Promise<Blob> {
  return (await fetchFile(voicePreviewPath(id))).file;
}

export type SaidWelcome = { sound: Blob; text: string; heardAs: StandInVoice | null };

/** A welcome message as it is heard in a call, with what is known of a person. */
export async function sayWelcome(
  id: string,
  body: { text: string; fields: Record<string, string>; language: AgentLanguage },
): Promise<SaidWelcome> {
  const { audio, text, heard_as } = await call(say, { params: { id }, body });
  const bytes = Uint8Array.from(atob(audio), (char) => char.charCodeAt(0));
  return { sound: new Blob([bytes], { type: 'audio/wav' }), text, heardAs: heard_as };
}
