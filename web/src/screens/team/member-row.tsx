import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { roleLabels } from '@parley/contract/role-labels';
import type { Role } from '@parley/contract/roles';
import type { Member } from '@parley/contract/team';
import { IconCrown, IconDots, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Refused, useMay } from '../../components/allowed.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { formatCallTime } from '../../components/format.ts';
import { MemberDialog, type MemberStep } from './member-dialog.tsx';
import { changeRefusal, removalRefusal } from './member-refusals.ts';
import { RoleMenu } from './role-menu.tsx';
import classes from './team.module.css';

type MemberRowProps = { member: Member; yourRole: Role; isLastOwner: boolean };

/** A member: who they are, their role, and what can be done about it. */
export function MemberRow({ member, yourRole, isLastOwner }: MemberRowProps) {
  const [step, setStep] = useState<MemberStep>();
  const manage = useMay('manage');
  const own = useMay('own');
  const facts = { member, yourRole, isLastOwner, manageRefusal: manage.reason };
  const removal = removalRefusal(facts);
  const name = member.name || member.email;

  return (
    <li className={classes['row']} aria-label={name}>
      <Avatar email={member.email} size={38} />
      <div className={classes['who']}>
        <Text fw={600} className={classes['name'] ?? ''}>
          <span>{name}</span>
          {member.is_you && (
            <Badge size="sm" color="gray">
              You
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed" className={classes['email'] ?? ''}>
          {member.email}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={`num ${classes['since']}`}>
        Joined {formatCallTime(member.joined_at).split(',').slice(0, 2).join(',')}
      </Text>
      <div className={classes['actions']}>
        <RoleMenu
          label={`Role of ${name}`}
          role={member.role}
          refusal={changeRefusal(facts)}
          offersOwner={yourRole === 'owner'}
          onChoose={(role) => setStep({ kind: 'role', role })}
        />
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${name}`}>
              <IconDots size={20} stroke={1.8} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!member.is_you && (
              <Refused reason={own.reason}>
                <Menu.Item
                  leftSection={<IconCrown size={17} stroke={1.7} />}
                  onClick={() => setStep({ kind: 'transfer' })}
                >
                  Hand over the ownership
                </Menu.Item>
              </Refused>
            )}
            <Refused reason={removal}>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconUserMinus size={17} stroke={1.7} />}
                onClick={() => setStep({ kind: member.is_you ? 'leave' : 'remove' })}
              >
                {member.is_you ? 'Leave the workspace' : 'Remove from the workspace'}
              </Menu.Item>
            </Refused>
          </Menu.Dropdown>
        </Menu>
      </div>
      <MemberDialog member={member} step={step} onClose={() => setStep(undefined)} />
      <span className="sr">{roleLabels[member.role].text}</span>
    </li>
  );
}
