import { Card, List, Text } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { LinkButton } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type Plan, plans } from './plans.ts';

/** An area the sidebar names and whose screen is not here yet: what it will be, and what helps today. */
export function UpcomingScreen() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname.replace('/app/', '') ?? '' });
  const plan = plans[path];
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <Notice
          icon={<IconHammer size={26} stroke={1.7} />}
          title="This screen is being built"
          action={
            <LinkButton to={plan?.link.to ?? '/app/dashboard'} variant="default">
              {plan?.link.label ?? 'Back to Dashboard'}
            </LinkButton>
          }
        >
          It is not here yet. Everything else keeps working.
        </Notice>
        {plan !== undefined && <PlanText plan={plan} />}
      </Card>
    </>
  );
}

function PlanText({ plan }: { plan: Plan }) {
  return (
    <>
      <List mx="auto" mb="lg" w="100%" maw={460} spacing={6}>
        {plan.will.map((what) => (
          <List.Item key={what}>{what}</List.Item>
        ))}
      </List>
      <Text mx="auto" mb="xl" w="100%" maw={460}>
        <strong>Until then:</strong> {plan.today}
      </Text>
    </>
  );
}
