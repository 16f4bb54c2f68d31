import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-box.module.css';

type CopyBoxProps = {
  text: string;
  /** What the button copies: `Copy the key`. */
  copyLabel: string;
  /** Long texts scroll inside the box; the name is what screen readers call it. */
  scrollLabel?: string;
};

/** A text for another program: a key, a command, JSON. Copied whole by its button. */
export function CopyBox({ text, copyLabel, scrollLabel }: CopyBoxProps) {
  return (
    <div className={classes['box']}>
      {scrollLabel === undefined ? (
        <pre className={classes['text']}>{text}</pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={`${classes['text']} ${classes['scroll']}`} aria-label={scrollLabel} tabIndex={0}>
          {text}
        </section>
      )}
      <CopyButton value={text} timeout={2_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : copyLabel}>
            <ActionIcon aria-label={copied ? 'Copied' : copyLabel} onClick={copy}>
              {copied ? <IconCheck size={18} stroke={1.8} /> : <IconCopy size={18} stroke={1.8} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
