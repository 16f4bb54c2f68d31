import { Text } from '@mantine/core';
import type { CallNote } from '@parley/contract/calls';
import { IconBook2, IconInfoCircle, IconTool } from '@tabler/icons-react';
import { readToolNote } from './notes-by-turn.ts';
import classes from './simulation.module.css';

/** What the agent did: tools with what they were asked and gave, what was looked up, and what went wrong. */
export function TurnNotes({ notes }: { notes: readonly CallNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes['notes']}>
      {notes.map((note) => (
        <li key={`${note.atMs} ${note.kind} ${note.text}`}>
          <Note note={note} />
        </li>
      ))}
    </ul>
  );
}

function Note({ note }: { note: CallNote }) {
  if (note.kind === 'tool') {
    const { name, asked, answer } = readToolNote(note);
    return (
      <>
        <IconTool size={16} stroke={1.7} aria-hidden="true" />
        <div>
          <Text size="sm" fw={600}>
            Used {name}
          </Text>
          {asked !== '' && asked !== '{}' && <code className={classes['asked']}>{asked}</code>}
          <Text size="sm" c="dimmed">
            {answer}
          </Text>
        </div>
      </>
    );
  }
  if (note.kind === 'knowledge')
    return (
      <>
        <IconBook2 size={16} stroke={1.7} aria-hidden="true" />
        <div>
          <Text size="sm" fw={600}>
            Looked up
          </Text>
          {[...new Set(note.text.split('\n'))].map((title) => (
            <Text key={title} size="sm" c="dimmed">
              {title}
            </Text>
          ))}
        </div>
      </>
    );
  return (
    <>
      <IconInfoCircle size={16} stroke={1.7} aria-hidden="true" />
      <Text size="sm" c="dimmed">
        {note.text}
      </Text>
    </>
  );
}
