import { Alert, Title } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { Block } from './guide.ts';
import { GuideText } from './guide-text.tsx';
import classes from './help-center.module.css';

/** The text of a guide. */
export function GuideBody({ body }: { body: readonly Block[] }) {
  return (
    <div className={classes['body']}>
      {body.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a guide never change their places.
        <GuideBlock key={at} block={block} />
      ))}
    </div>
  );
}

function GuideBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <GuideText text={block} />
      </p>
    );
  if ('heading' in block)
    return (
      <Title order={2} size="h3">
        {block.heading}
      </Title>
    );
  if ('note' in block)
    return (
      <Alert variant="light" icon={<IconBulb size={20} stroke={1.7} />} role="note">
        <GuideText text={block.note} />
      </Alert>
    );
  const List = 'steps' in block ? 'ol' : 'ul';
  const items = 'steps' in block ? block.steps : block.points;
  return (
    <List>
      {items.map((item) => (
        <li key={item}>
          <GuideText text={item} />
        </li>
      ))}
    </List>
  );
}
