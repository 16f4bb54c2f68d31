import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type NoticeProps = {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  color?: string;
};

/** What stands where content would be: nothing yet, not found, failed. */
export function Notice({ icon, title, children, action, color = 'pine' }: NoticeProps) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center">
      <ThemeIcon size={52} radius="lg" variant="light" color={color}>
        {icon}
      </ThemeIcon>
      <Title order={2} size="h3" mt={4}>
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  );
}

/** A failed load, with the way to try again. */
export function LoadFailed({
  message,
  isBusy,
  onRetry,
}: {
  message: string;
  isBusy: boolean;
  onRetry: () => void;
}) {
  return (
    <div role="alert">
      <Notice
        icon={<IconAlertTriangle size={26} stroke={1.7} />}
        color="red"
        title={message}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isBusy}
            onClick={onRetry}
          >
            Try Again
          </Button>
        }
      />
    </div>
  );
}
