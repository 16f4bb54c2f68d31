import { Menu, Text } from '@mantine/core';
import { IconCheck, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAgentsStore } from '../../api/agents-store.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { switchWorkspace, workspacesQuery } from '../../api/team.ts';
import { LinkMenuItem } from '../../components/link-menu-item.tsx';
import { toast } from '../../components/toasts.ts';

/** The way to the team, and, for who belongs to several workspaces, the switch between them. */
export function WorkspaceItems() {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const change = useMutation({
    mutationFn: switchWorkspace,
    onSuccess: () => {
      // By a full load nothing of the other workspace is left on the screen or in memory.
      useAgentsStore.getState().clear();
      window.location.assign('/app/dashboard');
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });
  return (
    <>
      <LinkMenuItem to="/app/team" leftSection={<IconUsers size={17} stroke={1.7} />}>
        Team
      </LinkMenuItem>
      {workspaces.length > 1 && (
        <>
          <Menu.Divider role="separator" />
          <Menu.Label>Workspaces</Menu.Label>
          {workspaces.map(({ id, name, is_active: isActive }) => (
            <Menu.Item
              key={id}
              aria-label={isActive ? `${name}, open now` : `Switch to ${name}`}
              rightSection={isActive && <IconCheck size={16} stroke={2} />}
              disabled={change.isPending}
              onClick={() => !isActive && change.mutate(id)}
            >
              <Text size="sm" truncate>
                {name}
              </Text>
            </Menu.Item>
          ))}
        </>
      )}
    </>
  );
}
