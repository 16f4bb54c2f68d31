import { Stack, Text } from '@mantine/core';
import { Transcript } from '../../../components/call/transcript.tsx';
import type { ShownTurn } from '../../../components/call/transcription.ts';
import classes from './simulation.module.css';

/** Between one simulation and the next of this page: what stays of the conversation, and that it goes on soon. */
export function SimulationConnecting({ prior }: { prior: readonly ShownTurn[] }) {
  return (
    <Stack p="md" gap="sm">
      <p className={classes['state']} role="status">
        Connecting…
      </p>
      <section
        className={classes['words']}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        {prior.length > 0 ? (
          <Transcript turns={prior} />
        ) : (
          <Text c="dimmed" ta="center" py="xl">
            The words appear here as soon as somebody speaks.
          </Text>
        )}
      </section>
    </Stack>
  );
}
