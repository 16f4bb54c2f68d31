import { ActionIcon, type ActionIconProps, Group, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { agentLimits } from '@parley/contract/agent-rules';
import { IconArrowLeft, IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { Allowed, useMay } from '../../components/allowed.tsx';
import { brand } from '../../components/brand.ts';
import classes from './agent-header.module.css';

type BackLinkProps = ActionIconProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ActionIconProps | 'style'>;

const BackLink = createLink((props: BackLinkProps) => (
  <ActionIcon component="a" {...props} aria-label="Back to All Agents">
    <IconArrowLeft size={20} stroke={1.8} />
  </ActionIcon>
));

type AgentHeaderProps = {
  name: string;
  subtitle: ReactNode;
  actions: ReactNode;
  onRename: (name: string) => void;
};

/** Back arrow, the name to be edited in place, and the actions (EDITOR-1). */
export function AgentHeader({ name, subtitle, actions, onRename }: AgentHeaderProps) {
  const { may } = useMay('edit');
  const [draft, setDraft] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  useDocumentTitle(`${name} · ${brand.productName}`);

  const isBlank = draft !== undefined && draft.trim() === '';
  const close = () => {
    setDraft(undefined);
    // The pencil is there again with the next paint.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const confirm = () => {
    if (draft === undefined || isBlank) return;
    onRename(draft.trim());
    close();
  };

  return (
    <header className={classes['header']}>
      <Group gap="xs" wrap="nowrap" align="flex-start" className={classes['title'] ?? ''}>
        <BackLink to="/app/voice-agents" />
        <div style={{ minWidth: 0, flex: 1 }}>
          {draft === undefined ? (
            <Group gap={4} wrap="nowrap">
              <Title order={1} className={classes['name'] ?? ''}>
                {name}
              </Title>
              <Allowed permission="edit">
                <ActionIcon ref={pencil} aria-label="Rename agent" onClick={() => may && setDraft(name)}>
                  <IconPencil size={18} stroke={1.7} />
                </ActionIcon>
              </Allowed>
            </Group>
          ) : (
            <Group gap={4} wrap="nowrap" align="flex-start">
              <TextInput
                aria-label="Agent name"
                value={draft}
                maxLength={agentLimits.nameLength}
                error={isBlank && 'Give the agent a name.'}
                autoFocus
                onFocus={({ currentTarget }) => currentTarget.select()}
                onChange={({ currentTarget }) => setDraft(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== 'Escape') return;
                  event.preventDefault();
                  if (event.key === 'Enter') confirm();
                  else close();
                }}
                className={classes['field'] ?? ''}
              />
              <Tooltip label="Confirm name">
                <ActionIcon aria-label="Confirm name" disabled={isBlank} onClick={confirm}>
                  <IconCheck size={20} stroke={1.8} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Cancel renaming">
                <ActionIcon aria-label="Cancel renaming" onClick={close}>
                  <IconX size={20} stroke={1.8} />
                </ActionIcon>
              </Tooltip>
            </Group>
          )}
          <Text c="dimmed" mt={4}>
            {subtitle}
          </Text>
        </div>
      </Group>
      <div className={classes['actions']}>{actions}</div>
    </header>
  );
}
