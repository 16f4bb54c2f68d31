import { Button, Group, Textarea } from '@mantine/core';
import { simulationTextLimit } from '@parley/contract/simulation-rules';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './simulation.module.css';

type ReplayFormProps = { text: string; onReplay: (text: string) => void; onCancel: () => void };

/** Other words for a turn of the customer: the conversation goes on anew from there. */
export function ReplayForm({ text, onReplay, onCancel }: ReplayFormProps) {
  const [words, setWords] = useState(text);
  const isEmpty = words.trim() === '';
  return (
    <form
      className={classes['replay']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onReplay(words.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Textarea
        autosize
        minRows={1}
        maxRows={6}
        aria-label="What the customer says instead"
        maxLength={simulationTextLimit}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        data-autofocus
        ref={(field) => field?.focus()}
      />
      <Group gap="xs" mt="xs">
        <Button
          type="submit"
          size="compact-sm"
          disabled={isEmpty}
          leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
        >
          Replay from here
        </Button>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
