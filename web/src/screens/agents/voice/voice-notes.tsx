import { Text } from '@mantine/core';
import type { ListedVoiceProfile } from '@parley/contract/voices';
import { LinkText } from '../../../components/links.tsx';
import classes from './voice.module.css';

/** What staff should know before they count on a voice: it is gone, or another one is heard. */
export function VoiceNotes({ voice }: { voice: ListedVoiceProfile }) {
  const { provider_name, is_available, is_connected, heard_as } = voice;
  if (is_available && heard_as === null) return null;
  return (
    <div className={classes['note']}>
      {!is_available && (
        <Text size="sm">This voice is no longer in your {provider_name} account. Choose another one.</Text>
      )}
      {heard_as && (
        <Text size="sm">
          {is_connected
            ? `${provider_name} does not offer this voice at the moment.`
            : `${provider_name} is not connected yet.`}{' '}
          Until then calls sound like “{heard_as.voice_name}”.{' '}
          {!is_connected && (
            <LinkText to="/app/providers" size="sm" c="inherit" underline="always">
              Connect {provider_name}
            </LinkText>
          )}
        </Text>
      )}
    </div>
  );
}
