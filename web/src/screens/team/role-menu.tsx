import { Button, Menu, Text } from '@mantine/core';
import { roleLabels } from '@parley/contract/role-labels';
import type { Role } from '@parley/contract/roles';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Refused } from '../../components/allowed.tsx';
import classes from './team.module.css';

type RoleMenuProps = {
  label: string;
  role: Role;
  /** Why it cannot be changed. */
  refusal: string | undefined;
  offersOwner: boolean;
  onChoose: (role: Role) => void;
};

const roles = Object.entries(roleLabels) as [Role, (typeof roleLabels)[Role]][];

/** The role of a member, and the choice of another with what each may do. */
export function RoleMenu({ label, role, refusal, offersOwner, onChoose }: RoleMenuProps) {
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      rightSection={<IconChevronDown size={16} stroke={1.8} />}
      aria-label={`${label}: ${roleLabels[role].name}`}
      className={classes['role'] ?? ''}
    >
      {roleLabels[role].name}
    </Button>
  );
  if (refusal !== undefined) return <Refused reason={refusal}>{button}</Refused>;
  return (
    <Menu position="bottom-end" width={330}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {roles
          .filter(([each]) => each !== 'owner' || offersOwner)
          .map(([each, { name, text }]) => (
            <Menu.Item
              key={each}
              onClick={() => each !== role && onChoose(each)}
              rightSection={each === role && <IconCheck size={17} stroke={2} aria-label="now" />}
            >
              <Text size="sm" fw={600} component="span" display="block">
                {name}
              </Text>
              <Text size="sm" c="dimmed" component="span" display="block">
                {text}
              </Text>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
