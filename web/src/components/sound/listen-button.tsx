import { Button } from '@mantine/core';
import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react';
import { Allowed } from '../allowed.tsx';
import type { SoundPlayer } from './use-sound.ts';

type ListenButtonProps = {
  player: SoundPlayer;
  /** Tells this sound from the others of the player. */
  sound: string;
  load: () => Promise<Blob>;
  isDisabled?: boolean;
  /** What is heard, for those who do not see what the button stands beside. */
  about?: string;
};

/** Has words spoken, and stops them. */
export function ListenButton({ player, sound, load, isDisabled = false, about }: ListenButtonProps) {
  const now = player.now?.key === sound ? player.now : undefined;
  const label = now === undefined ? 'Listen' : 'Stop';
  return (
    <Allowed permission="edit">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={
          now === undefined ? <IconVolume size={17} stroke={1.7} /> : <IconPlayerStopFilled size={15} />
        }
        loading={now?.state === 'loading'}
        disabled={isDisabled}
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => player.toggle(sound, load)}
      >
        {label}
      </Button>
    </Allowed>
  );
}
