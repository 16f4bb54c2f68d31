import {
  Avatar,
  Button,
  Modal,
  Select,
  Skeleton,
  Stack,
  Tabs,
  Text,
  TextInput,
  Tooltip,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { errorSentence } from '@parley/contract/errors';
import type { ListedVoiceProfile } from '@parley/contract/voices';
import { IconCheck, IconMoodEmpty, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { voicesQuery } from '../../../api/voices.ts';
import { LoadFailed, Notice } from '../../../components/notice.tsx';
import { tellNotPlayed } from '../../../components/sound/tell-not-played.ts';
import { type SoundPlayer, useSound } from '../../../components/sound/use-sound.ts';
import {
  filterOptions,
  filterVoices,
  listProviders,
  noFilters,
  type VoiceFilters,
  voiceFacts,
} from './filter-voices.ts';
import { PlayButton } from './play-button.tsx';
import classes from './voice.module.css';

/** Rows drawn at first: an account may have thousands of voices. */
const rowsAtFirst = 60;

/** No provider: the tab that is never open. */
const customVoiceTab = 'custom voice';

type VoiceDialogProps = {
  isOpen: boolean;
  value: string;
  onChoose: (voiceId: string) => void;
  onClose: () => void;
  /** Called once it is gone: the focus goes back to what opened it, which a dialog that came later does not know. */
  onClosed: () => void;
};

/** The list of voices: tabs, filters, samples (VOICE-1). Choosing one closes it; nothing is stored before the agent is saved. */
export function VoiceDialog(props: VoiceDialogProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const voices = useQuery(voicesQuery);
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title="Choose a voice"
      size={720}
      fullScreen={isPhone}
    >
      {voices.data ? (
        <VoicePicker {...props} voices={voices.data} />
      ) : voices.isPending ? (
        <Stack role="status" aria-label="Loading voices" gap="sm">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={300} />
        </Stack>
      ) : (
        <LoadFailed
          message={errorSentence('voices_not_loaded')}
          isBusy={voices.isFetching}
          onRetry={() => void voices.refetch()}
        />
      )}
    </Modal>
  );
}

function VoicePicker({
  voices,
  value,
  onChoose,
}: Pick<VoiceDialogProps, 'value' | 'onChoose'> & { voices: readonly ListedVoiceProfile[] }) {
  const providers = listProviders(voices);
  const chosen = voices.find((voice) => voice.id === value);
  const [provider, setProvider] = useState(chosen?.provider ?? providers[0]?.id ?? '');
  const [filters, setFilters] = useState(noFilters);
  const player = useSound(tellNotPlayed);
  const change = (next: Partial<VoiceFilters>) => setFilters((now) => ({ ...now, ...next }));
  const shown = filterVoices(voices, provider, filters, value);
  return (
    <Tabs
      value={provider}
      onChange={(next) => {
        if (next === null || next === customVoiceTab) return;
        player.stop();
        setProvider(next);
      }}
    >
      <Tabs.List aria-label="Providers">
        {providers.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
        {/* Seen and reached by keyboard, so that its tooltip is read; picking it does nothing. */}
        <CustomVoiceTab />
      </Tabs.List>
      <VoiceFilterFields voices={voices} filters={filters} onChange={change} />
      {providers.map(({ id, name, isConnected }) => (
        <Tabs.Panel key={id} value={id}>
          {!isConnected && (
            <Text size="sm" className={classes['note'] ?? ''} mb="sm">
              {name} is not connected yet. You can choose its voices now; until it is connected, samples and
              calls sound like the voice named beside each.
            </Text>
          )}
          {id === provider && (
            <VoiceRows
              key={`${id} ${JSON.stringify(filters)}`}
              voices={shown}
              value={value}
              player={player}
              onChoose={onChoose}
              onClear={() => setFilters(noFilters)}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function CustomVoiceTab() {
  return (
    <Tooltip label="Voice Cloning Is Coming Soon" events={{ hover: true, focus: true, touch: true }}>
      <Tabs.Tab value={customVoiceTab} aria-disabled className={classes['soon'] ?? ''}>
        + Add Custom Voice
      </Tabs.Tab>
    </Tooltip>
  );
}

function VoiceFilterFields({
  voices,
  filters,
  onChange,
}: {
  voices: readonly ListedVoiceProfile[];
  filters: VoiceFilters;
  onChange: (next: Partial<VoiceFilters>) => void;
}) {
  const { genders, accents, ages } = filterOptions(voices);
  const selects = [
    { field: 'gender', label: 'Gender', values: genders },
    { field: 'accent', label: 'Accent', values: accents },
    { field: 'age', label: 'Type', values: ages },
  ] as const;
  return (
    <div className={classes['filters']}>
      <TextInput
        className={classes['search'] ?? ''}
        label="Search"
        placeholder="Name or ID"
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={filters.words}
        maxLength={100}
        data-autofocus
        onChange={({ currentTarget }) => onChange({ words: currentTarget.value })}
      />
      {selects.map(({ field, label, values }) => (
        <Select
          key={field}
          label={label}
          placeholder="All"
          data={values.map((each) => ({ value: each, label: each.charAt(0).toUpperCase() + each.slice(1) }))}
          value={filters[field] === '' ? null : filters[field]}
          clearable
          clearButtonProps={{ 'aria-label': `All of ${label.toLowerCase()}` }}
          onChange={(next) => onChange({ [field]: next ?? '' })}
        />
      ))}
    </div>
  );
}

function VoiceRows({
  voices,
  value,
  player,
  onChoose,
  onClear,
}: {
  voices: readonly ListedVoiceProfile[];
  value: string;
  player: SoundPlayer;
  onChoose: (voiceId: string) => void;
  onClear: () => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? voices : voices.slice(0, rowsAtFirst);
  if (voices.length === 0)
    return (
      <div role="status">
        <Notice
          icon={<IconMoodEmpty size={26} stroke={1.7} />}
          title="No voices found matching your criteria"
          action={
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          }
        />
      </div>
    );
  return (
    <ul className={classes['list']} aria-label="Voices">
      {rows.map((voice) => (
        <VoiceRow
          key={voice.id}
          voice={voice}
          isChosen={voice.id === value}
          player={player}
          onChoose={() => onChoose(voice.id)}
        />
      ))}
      {rows.length < voices.length && (
        <li className={classes['more']}>
          <Button variant="default" onClick={() => setIsWhole(true)}>
            Show all {voices.length.toLocaleString('en-US')} voices
          </Button>
        </li>
      )}
    </ul>
  );
}

function VoiceRow({
  voice,
  isChosen,
  player,
  onChoose,
}: {
  voice: ListedVoiceProfile;
  isChosen: boolean;
  player: SoundPlayer;
  onChoose: () => void;
}) {
  return (
    <li className={classes['row']} data-chosen={isChosen || undefined}>
      <UnstyledButton
        className={classes['choice'] ?? ''}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        <Avatar src={voice.avatar_url} size={42} radius="xl" color="coral" alt="" />
        <span className={classes['words']}>
          <Text component="span" fw={600} display="block">
            <VisuallyHidden>Choose </VisuallyHidden>
            {voice.voice_name}
            {isChosen && <IconCheck size={16} className={classes['check']} aria-hidden />}
          </Text>
          <Text component="span" size="sm" c="dimmed" display="block">
            {voiceFacts(voice)}
          </Text>
        </span>
        {voice.heard_as && (
          <Text component="span" size="xs" c="dimmed" className={classes['stand-in'] ?? ''}>
            sounds like {voice.heard_as.voice_name}
          </Text>
        )}
      </UnstyledButton>
      <PlayButton voice={voice} player={player} />
    </li>
  );
}
