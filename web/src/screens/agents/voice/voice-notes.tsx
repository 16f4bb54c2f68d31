import { Text } from '@mantine/core';
import type { ListedVoiceProfile } from '@parley/contract/voices';
import classes from './voice.module.css';

/** What staff should know before they count on a voice: it is gone, or another one is heard. */
export function VoiceNotes({ voice }: { voice: ListedVoiceProfile }) {
  const notes = [
    !voice.is_available &&
      `This voice is no longer in your ${voice.provider_name} account. Choose another one.`,
    voice.heard_as && `${whyStandIn(voice)} Until then calls sound like “${voice.heard_as.voice_name}”.`,
  ].filter((note) => note !== false && note !== null);
  if (notes.length === 0) return null;
  return (
    <div className={classes['note']}>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </div>
  );
}

function whyStandIn({ is_connected, provider_name }: ListedVoiceProfile): string {
  return is_connected
    ? `${provider_name} does not offer this voice at the moment.`
    : `${provider_name} is not connected yet.`;
}
