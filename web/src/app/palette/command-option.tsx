import { Highlight } from '@mantine/core';
import {
  IconArrowRight,
  IconBolt,
  IconBook,
  IconHeadset,
  IconHistory,
  IconPhone,
  IconPhoneCall,
  IconSpeakerphone,
} from '@tabler/icons-react';
import type { Command, CommandKind } from './commands.ts';
import classes from './palette.module.css';

const icons: Readonly<Record<CommandKind, typeof IconPhone>> = {
  recent: IconHistory,
  action: IconBolt,
  screen: IconArrowRight,
  agent: IconHeadset,
  campaign: IconSpeakerphone,
  number: IconPhone,
  call: IconPhoneCall,
  guide: IconBook,
};

type CommandOptionProps = {
  id: string;
  command: Command;
  words: string;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
};

/** One choice of the palette. The keyboard's focus stays in the field above: a press must not take it. */
export function CommandOption({ id, command, words, isChosen, onPoint, onRun }: CommandOptionProps) {
  const Icon = icons[command.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus answers the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes['option']}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => {
        if (!isChosen) onPoint();
      }}
      onClick={onRun}
    >
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <Highlight component="span" highlight={words.trim().split(/\s+/)} className={classes['label'] ?? ''}>
        {command.label}
      </Highlight>
      {command.detail !== '' && <span className={classes['detail']}>{command.detail}</span>}
    </div>
  );
}
