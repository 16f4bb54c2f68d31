import { Stack, Text } from '@mantine/core';
import type { VersionChange } from './compare-versions.ts';
import classes from './version-changes.module.css';

/** What differs between two versions, in words: what went is struck out, what came is marked. */
export function VersionChanges({ changes }: { changes: readonly VersionChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">Nothing differs.</Text>;
  return (
    <Stack gap="md">
      {changes.map(({ title, words }) => (
        <div key={title}>
          <Text fw={600} size="sm" mb={4}>
            {title}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by keyboard too. */}
          <section className={classes['words'] ?? ''} tabIndex={0} aria-label={title}>
            {words.map(({ kind, text }, at) => {
              // biome-ignore-start lint/suspicious/noArrayIndexKey: stretches have nothing else that tells them apart.
              if (kind === 'removed') return <del key={at}>{text}</del>;
              if (kind === 'added') return <ins key={at}>{text}</ins>;
              return <span key={at}>{text}</span>;
              // biome-ignore-end lint/suspicious/noArrayIndexKey: see above.
            })}
          </section>
        </div>
      ))}
    </Stack>
  );
}
