import { Avatar, Group, Text } from '@mantine/core';
import type { VoiceProfile } from '@parley/contract/voices';

/** The voice of an agent: avatar and name, or a dash. */
export function AgentVoice({ voice }: { voice: VoiceProfile | null }) {
  if (!voice) return <Text c="dimmed">–</Text>;
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar src={voice.avatar_url} size={30} radius="xl" color="coral" alt="">
        {voice.voice_name.charAt(0)}
      </Avatar>
      <div>
        <Text size="sm">{voice.voice_name}</Text>
        {voice.accent !== '' && (
          <Text size="xs" c="dimmed">
            {voice.accent}
          </Text>
        )}
      </div>
    </Group>
  );
}
