import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { brand } from './brand.ts';
import classes from './page-header.module.css';

/** Heading of a screen, with its actions at the right; names the browser tab too. */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  useDocumentTitle(`${title} · ${brand.productName}`);
  return (
    <header className={classes['header']}>
      <div>
        <Title order={1}>{title}</Title>
        {subtitle !== undefined && (
          <Text c="dimmed" mt={4}>
            {subtitle}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}
