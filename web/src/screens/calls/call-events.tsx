import { Text } from '@mantine/core';
import type { CallNote } from '@parley/contract/calls';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBook2,
  IconCircleCheck,
  IconDialpad,
  IconMicrophone,
  IconPhone,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconTool,
  IconUserCheck,
  IconUserQuestion,
} from '@tabler/icons-react';
import { formatDuration } from '../../components/format.ts';
import classes from './call-panel.module.css';

const kinds: Record<CallNote['kind'], { label: string; icon: typeof IconTool }> = {
  tool: { label: 'Tool used', icon: IconTool },
  knowledge: { label: 'Looked up', icon: IconBook2 },
  digits_sent: { label: 'Keys pressed by the agent', icon: IconDialpad },
  digits_received: { label: 'Keys pressed by the customer', icon: IconDialpad },
  provider_failed: { label: 'Provider failed', icon: IconAlertTriangle },
  provider_recovered: { label: 'Provider recovered', icon: IconCircleCheck },
  voice: { label: 'Another voice', icon: IconMicrophone },
  carrier: { label: 'Carrier', icon: IconPhone },
  transfer: { label: 'Transfer', icon: IconArrowsExchange },
  opted_out: { label: 'Not to be called again', icon: IconPhoneOff },
  held: { label: 'Put on hold', icon: IconPlayerPause },
  resumed: { label: 'Resumed', icon: IconPlayerPlay },
  screened: { label: 'Call screening', icon: IconUserQuestion },
  put_through: { label: 'Put through', icon: IconUserCheck },
};

/** What happened in a call besides words. A kind this screen does not know yet still shows its text. */
export function CallEvents({ notes }: { notes: readonly CallNote[] }) {
  return (
    <ul className={classes['events']}>
      {notes.map((note) => {
        const { label, icon: Icon } = kinds[note.kind] ?? { label: note.kind, icon: IconArrowsExchange };
        return (
          <li key={`${note.atMs} ${note.kind} ${note.text}`}>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            <div>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              {linesOf(note).map((line) => (
                <Text key={line} size="sm" c="dimmed" className={classes['event-text'] ?? ''}>
                  {line}
                </Text>
              ))}
            </div>
            <Text size="sm" c="dimmed" className="num">
              {formatDuration(note.atMs)}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}

/** What was looked up: the title of each passage once, though several of one page may have been found. */
function linesOf({ kind, text }: CallNote): readonly string[] {
  return kind === 'knowledge' ? [...new Set(text.split('\n'))] : [text];
}
