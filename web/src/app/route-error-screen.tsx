import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { AppError } from '@parley/contract/errors';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';

/**
 * ROUTE-3: a screen that threw, with a way back. After an update of the server the files of a screen may be gone:
 * loading the page anew fetches the new ones.
 */
export function RouteErrorScreen({ error }: ErrorComponentProps) {
  const router = useRouter();
  const requestId = error instanceof AppError ? error.requestId : undefined;
  return (
    <Center mih="70vh" p="lg" role="alert">
      <Stack align="center" gap="xs" ta="center" maw={480}>
        <Title order={1} size="h2">
          Unexpected Application Error!
        </Title>
        <Text c="dimmed">
          This screen could not be shown. Your data is safe; going back or trying again usually helps.
        </Text>
        <Text c="dimmed" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {error instanceof Error ? error.message : String(error)}
        </Text>
        {requestId !== undefined && (
          <Text c="dimmed" size="sm">
            When you ask for help, name the request <code>{requestId}</code>.
          </Text>
        )}
        <Group mt="sm" justify="center">
          <Button onClick={() => window.location.reload()}>Try Again</Button>
          <Button variant="default" onClick={() => router.history.back()}>
            Go Back
          </Button>
          <Button variant="default" component="a" href="/app/dashboard">
            Back to Dashboard
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
