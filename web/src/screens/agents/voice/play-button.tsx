import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { fetchVoicePreview } from '../../../api/voices.ts';
import type { SoundPlayer } from '../../../components/sound/use-sound.ts';

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
