import { Button, Group, Menu, Text, Textarea } from '@mantine/core';
import { agentLimits } from '@parley/contract/agent-rules';
import { IconBraces } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useMemo, useRef } from 'react';
import { mergeFieldsQuery } from '../../api/merge-fields.ts';
import { findUnknownFields, splitPrompt } from './find-unknown-fields.ts';
import { markUsed } from './insert-at-cursor.ts';
import classes from './prompt-field.module.css';

type PromptFieldProps = {
  value: string;
  error: ReactNode;
  textarea: RefObject<HTMLTextAreaElement | null>;
  onChange: (prompt: string) => void;
  onInsert: (field: string) => void;
};

/** The prompt, with its merge fields marked, those nobody defined told, and its length. */
export function PromptField({ value, error, textarea, onChange, onInsert }: PromptFieldProps) {
  const fields = useQuery(mergeFieldsQuery);
  const known = fields.data?.map((field) => field.field_name);
  const unknown = known ? findUnknownFields([value], known) : [];
  const marks = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => splitPrompt(value), [value]);
  const notesId = useId();
  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="xs" mb={6}>
        <Text component="label" htmlFor={`${notesId}-prompt`} fw={500} size="sm">
          Agent Prompt
        </Text>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconBraces size={15} stroke={1.8} />}
              disabled={!fields.data}
            >
              Insert merge field
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {fields.data?.map((field) => (
              <Menu.Item key={field.id} onClick={() => onInsert(field.field_name)}>
                <code>{`{${field.field_name}}`}</code>
                <Text size="xs" c="dimmed">
                  {field.field_description}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Textarea
        id={`${notesId}-prompt`}
        ref={textarea}
        value={value}
        error={error}
        aria-describedby={`${notesId}-help ${notesId}-notes`}
        classNames={{ input: classes['input'] ?? '' }}
        inputContainer={(input) => (
          <div className={classes['box']}>
            <div ref={marks} className={classes['marks']} aria-hidden="true">
              {parts.map(({ text, field }, at) =>
                field === undefined ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart.
                  <mark key={at} data-unknown={known?.includes(field) === false || undefined}>
                    {text}
                  </mark>
                ),
              )}
              {/* The last line counts only with something behind it. */}
              {'\n '}
            </div>
            {input}
          </div>
        )}
        onFocus={({ currentTarget }) => markUsed(currentTarget)}
        onScroll={({ currentTarget }) => {
          if (marks.current) marks.current.scrollTop = currentTarget.scrollTop;
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group justify="space-between" align="flex-start" gap="md" mt={6} wrap="nowrap">
        <Text id={`${notesId}-help`} size="xs" c="dimmed">
          Who the agent is, what it knows, what it should find out and when it ends the call.
        </Text>
        <Text
          size="xs"
          className="num nowrap"
          c={value.length > agentLimits.promptLength ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {value.length.toLocaleString('en-US')}/{agentLimits.promptLength.toLocaleString('en-US')}
        </Text>
      </Group>
      <div id={`${notesId}-notes`} role="status">
        {unknown.length > 0 && (
          <Text size="sm" mt={6} className={classes['warning'] ?? ''}>
            {unknown.length === 1 ? 'This is no merge field yet' : 'These are no merge fields yet'}:{' '}
            {unknown.map((name) => `{${name}}`).join(', ')}. Create it under Merge Fields, or correct it: a
            call has nothing to fill in there.
          </Text>
        )}
      </div>
    </div>
  );
}
