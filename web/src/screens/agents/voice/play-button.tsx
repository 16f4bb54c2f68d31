import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { failureMessage, failureTitle } from '../../../api/failure-message.ts';
import { fetchVoicePreview } from '../../../api/voices.ts';
import { toast } from '../../../components/toasts.ts';
import type { SoundPlayer } from './use-sound.ts';

/** Tells why nothing is heard. */
export function tellNotPlayed(error: unknown): void {
  toast.error({ title: failureTitle(error), message: failureMessage(error, 'voice_not_played') });
}

/** Plays and stops the sample of a voice. */
export function PlayButton({
  voice,
  player,
}: {
  voice: { id: string; voice_name: string };
  player: SoundPlayer;
}) {
  const state = player.now?.key === voice.id ? player.now.state : undefined;
  const label = state === undefined ? `Play ${voice.voice_name}` : `Stop ${voice.voice_name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={state === undefined ? 'default' : 'filled'}
        size={36}
        radius="xl"
        aria-label={label}
        aria-busy={state === 'loading'}
        data-state={state}
        loading={state === 'loading'}
        onClick={() => player.toggle(voice.id, () => fetchVoicePreview(voice.id))}
      >
        {state === undefined ? <IconPlayerPlayFilled size={16} /> : <IconPlayerStopFilled size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
