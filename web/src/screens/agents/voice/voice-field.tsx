import { Avatar, Button, Group, Text } from '@mantine/core';
import type { VoiceProfile } from '@parley/contract/voices';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { voicesQuery } from '../../../api/voices.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { tellNotPlayed } from '../../../components/sound/tell-not-played.ts';
import { useSound } from '../../../components/sound/use-sound.ts';
import { voiceFacts } from './filter-voices.ts';
import { PlayButton } from './play-button.tsx';
import classes from './voice.module.css';
import { VoiceNotes } from './voice-notes.tsx';

const VoiceDialog = lazy(async () => ({ default: (await import('./voice-dialog.tsx')).VoiceDialog }));

type VoiceFieldProps = {
  /** Id of the chosen voice; empty for none. */
  value: string;
  /** The voice the agent was saved with, known before the list is there. */
  saved: VoiceProfile | null;
  onChange: (voiceId: string) => void;
};

/** The voice of the agent: who it is, how it sounds, and the way to another (EDITOR-3, VOICE-1). */
export function VoiceField({ value, saved, onChange }: VoiceFieldProps) {
  const voices = useQuery(voicesQuery);
  const opener = useRef<HTMLButtonElement>(null);
  /** Undefined until it is opened first: then the dialog is fetched. */
  const [isChoosing, setIsChoosing] = useState<boolean>();
  const player = useSound(tellNotPlayed);
  const titleId = useId();
  const listed = voices.data?.find((voice) => voice.id === value);
  const voice = listed ?? (saved?.id === value ? saved : undefined);
  const open = () => {
    player.stop();
    setIsChoosing(true);
  };
  return (
    <section aria-labelledby={titleId}>
      <Text id={titleId} fw={500} size="sm" mb={6}>
        Voice
      </Text>
      <div className={classes['field']}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Avatar src={voice?.avatar_url ?? null} size={46} radius="xl" color="coral" alt="" />
          <div className={classes['words']}>
            <Text fw={600}>{voice?.voice_name ?? 'No voice chosen'}</Text>
            <Text size="sm" c="dimmed">
              {voice ? voiceFacts(voice) : 'Calls use the standard voice.'}
            </Text>
          </div>
        </Group>
        <Group gap="xs" wrap="nowrap">
          {voice && <PlayButton voice={voice} player={player} />}
          <Allowed permission="edit">
            <Button ref={opener} variant="default" aria-haspopup="dialog" onClick={open}>
              Change voice
            </Button>
          </Allowed>
        </Group>
      </div>
      {listed && <VoiceNotes voice={listed} />}
      {isChoosing !== undefined && (
        <Suspense>
          <VoiceDialog
            isOpen={isChoosing}
            value={value}
            onChoose={(voiceId) => {
              setIsChoosing(false);
              onChange(voiceId);
            }}
            onClose={() => setIsChoosing(false)}
            onClosed={() => opener.current?.focus({ preventScroll: true })}
          />
        </Suspense>
      )}
    </section>
  );
}
