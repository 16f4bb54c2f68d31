import { Loader, Modal } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { useRecentStore } from '../../api/recent-store.ts';
import { searchQuery } from '../../api/search.ts';
import { CommandOption } from './command-option.tsx';
import { type Command, groupCommands } from './commands.ts';
import classes from './palette.module.css';
import { toCommand, useKnownCommands } from './use-commands.ts';

/** A pause in typing after which the server is asked, in ms. */
const pauseMs = 150;

/**
 * The way to everything by keyboard: screens, agents, numbers, calls, actions, guides. A combobox with a list box
 * (WAI-ARIA Authoring Practices): the focus stays in the field and the arrows choose.
 */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      fullScreen={isPhone}
      yOffset="12vh"
      size={640}
      padding={0}
      attributes={{ content: { 'aria-label': 'Search' } }}
      transitionProps={{ duration: 0 }}
    >
      <Palette isPhone={isPhone} onClose={onClose} />
    </Modal>
  );
}

function Palette({ isPhone, onClose }: { isPhone: boolean; onClose: () => void }) {
  const router = useRouter();
  const listId = useId();
  const keepRecent = useRecentStore((state) => state.keep);
  const [words, setWords] = useState('');
  const [searched] = useDebouncedValue(words, pauseMs);
  const [chosenId, setChosenId] = useState('');
  const known = useKnownCommands();
  const search = useQuery(searchQuery(searched));
  const found = useMemo(
    () => (words.trim() === '' ? [] : (search.data ?? []).map(toCommand)),
    [search.data, words],
  );
  const groups = useMemo(() => groupCommands(words, { known, found }), [words, known, found]);
  const commands = groups.flatMap((group) => group.commands);
  const chosen = commands.find(({ id }) => id === chosenId) ?? commands[0];
  const optionId = (command: Command) => `${listId}-${commands.indexOf(command)}`;

  const chosenOption = chosen && optionId(chosen);
  useEffect(() => {
    if (chosenOption) document.getElementById(chosenOption)?.scrollIntoView({ block: 'nearest' });
  }, [chosenOption]);

  const run = (command: Command) => {
    onClose();
    if (command.href === undefined) return command.run?.();
    keepRecent({ ...command, href: command.href });
    router.history.push(command.href);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows while an input method composes belong to it.
    if (event.nativeEvent.isComposing) return;
    const at = chosen ? commands.indexOf(chosen) : -1;
    const last = commands.length - 1;
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 5),
      PageUp: Math.max(0, at - 5),
    }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setChosenId(commands[next]?.id ?? '');
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <>
      <div className={classes['field']}>
        <IconSearch size={20} stroke={1.7} aria-hidden="true" />
        <input
          className={classes['input']}
          data-autofocus
          role="combobox"
          aria-label="Search screens, agents, calls and numbers"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosenOption}
          placeholder="Search screens, agents, calls, numbers…"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setChosenId('');
          }}
          onKeyDown={onKeyDown}
        />
        {search.isFetching && <Loader size={18} aria-label="Searching" />}
        <button type="button" className={classes['escape']} onClick={onClose}>
          {isPhone ? 'Close' : 'Esc'}
          <span className="sr">, closes the search</span>
        </button>
      </div>
      <div id={listId} role="listbox" aria-label="Results" className={classes['list']}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options inside a list box is no fieldset.
          <div key={group.kind} role="group" aria-label={group.label}>
            <div className={classes['group']} aria-hidden="true">
              {group.label}
            </div>
            {group.commands.map((command) => (
              <CommandOption
                key={command.id}
                id={optionId(command)}
                command={command}
                words={words}
                isChosen={command === chosen}
                onPoint={() => setChosenId(command.id)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {search.isError && (
        <p className={classes['message']} role="alert">
          {failureMessage(search.error, 'search_failed')}
        </p>
      )}
      {commands.length === 0 && !search.isFetching && (
        <p className={classes['message']}>
          Nothing fits “{words.trim()}”. Numbers are found by their first or last digits.
        </p>
      )}
      <p className="sr" role="status">
        {words.trim() === '' || search.isFetching ? '' : `${commands.length} results`}
      </p>
      <footer className={classes['keys']} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> choose
        <kbd>Enter</kbd> open
      </footer>
    </>
  );
}
