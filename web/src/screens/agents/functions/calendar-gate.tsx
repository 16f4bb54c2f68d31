import { Button, Group, Loader, Text } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { integrationListQuery } from '../../../api/integrations.ts';
import { LinkButton } from '../../../components/links.tsx';
import { LoadFailed } from '../../../components/notice.tsx';

/** Shows the form only with a connected Google Calendar, and otherwise the ways to connect one (FUNC-4). */
export function CalendarGate({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const integrations = useQuery(integrationListQuery);
  if (integrations.isPending) return <Loader size="sm" aria-label="Loading integrations" />;
  if (!integrations.data)
    return (
      <LoadFailed
        message={errorSentence('integrations_not_loaded')}
        isBusy={integrations.isFetching}
        onRetry={() => void integrations.refetch()}
      />
    );
  const calendar = integrations.data.find((each) => each.integration_name === 'google_calendar');
  if (calendar?.connected) return children;
  return (
    <>
      <Text>Appointments are written into Google Calendar, and none is connected yet.</Text>
      <Text c="dimmed" mt="xs">
        Save your changes to the agent first: connecting leaves this page.
      </Text>
      <Group justify="flex-end" mt="xl" gap="xs">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <LinkButton to="/app/integrations" variant="default" onClick={onClose}>
          Go to Integrations
        </LinkButton>
        {calendar?.oauth_url && (
          <Button component="a" href={calendar.oauth_url}>
            Integrate Now
          </Button>
        )}
      </Group>
    </>
  );
}
