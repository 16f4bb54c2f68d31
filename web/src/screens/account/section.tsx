import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './account.module.css';

type SectionProps = { title: string; about: string; isDangerous?: boolean; children: ReactNode };

/** A part of the settings: what it is for at the left, what can be done at the right; one above the other on phones. */
export function Section({ title, about, isDangerous = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} {...(isDangerous && { c: 'var(--mantine-color-error)' })}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
