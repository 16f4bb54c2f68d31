import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { modKey } from './mod-key.ts';
import classes from './shell.module.css';

/** Opens the command palette: a field to look at on a desktop, a button on a phone. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <button
        type="button"
        className={classes['search']}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
      >
        <IconSearch size={17} stroke={1.8} aria-hidden="true" />
        <span>Search</span>
        <span aria-hidden="true">
          <kbd>{modKey('K')}</kbd>
        </span>
      </button>
      <Tooltip label="Search">
        <ActionIcon
          className={classes['phone-only']}
          aria-label="Search"
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          <IconSearch size={20} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
