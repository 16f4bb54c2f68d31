import { ActionIcon, Group, Textarea } from '@mantine/core';
import { simulationTextLimit } from '@parley/contract/simulation-rules';
import { IconSend2 } from '@tabler/icons-react';
import { useState } from 'react';

/** What the customer says, typed: Enter sends, Shift and Enter begins a new line. */
export function TypeBox({
  isConnected,
  onSend,
}: {
  isConnected: boolean;
  onSend: (text: string) => boolean;
}) {
  const [text, setText] = useState('');
  const send = () => {
    const words = text.trim();
    if (words !== '' && onSend(words)) setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          flex={1}
          aria-label="What the customer says"
          placeholder="Type what the customer says"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={simulationTextLimit}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          color="pine"
          size={36}
          aria-label="Send"
          disabled={text.trim() === '' || !isConnected}
        >
          <IconSend2 size={18} stroke={1.8} />
        </ActionIcon>
      </Group>
    </form>
  );
}
