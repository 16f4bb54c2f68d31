import { Card } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { LinkButton } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';

/** An area the sidebar names and whose screen is not here yet. */
export function UpcomingScreen() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <Notice
          icon={<IconHammer size={26} stroke={1.7} />}
          title="This screen is being built"
          action={
            <LinkButton to="/app/dashboard" variant="default">
              Back to Dashboard
            </LinkButton>
          }
        >
          It is not here yet. Everything else keeps working.
        </Notice>
      </Card>
    </>
  );
}
