import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';

/** ROUTE-3: a screen that threw, with a way back. After an update of the server a reload fetches the new screens. */
export function RouteErrorScreen({ error }: ErrorComponentProps) {
  return (
    <Center mih="70vh" p="lg" role="alert">
      <Stack align="center" gap="xs" ta="center" maw={460}>
        <Title order={1} size="h2">
          Unexpected Application Error!
        </Title>
        <Text c="dimmed">
          This screen could not be shown. Your data is safe; going back or reloading usually helps.
        </Text>
        <Text c="dimmed" size="sm" ff="monospace">
          {error instanceof Error ? error.message : String(error)}
        </Text>
        <Group mt="sm">
          <Button variant="default" onClick={() => window.location.reload()}>
            Try Again
          </Button>
          <Button component="a" href="/app/dashboard">
            Back to Dashboard
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
