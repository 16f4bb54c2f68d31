import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import type { Connection } from '@parley/contract/connections';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { testConnection } from '../../api/connections.ts';
import { Allowed } from '../../components/allowed.tsx';
import { ConnectionActions } from '../../components/connection-form/connection-actions.tsx';
import { describeParts, sourceWords } from './part-words.ts';
import classes from './providers.module.css';
import { TestResults } from './test-results.tsx';

type ConnectionRowProps = {
  connection: Connection;
  /** Undefined where it cannot be connected by a workspace: its name says what it is. */
  vendorName: string | undefined;
  onChange: () => void;
  onRemove: () => void;
};

/** A provider that calls can use. Only those of the workspace can be tried, changed and removed here. */
export function ConnectionRow({ connection, vendorName, onChange, onRemove }: ConnectionRowProps) {
  const { id, name, source, offers } = connection;
  const test = useMutation({ mutationFn: () => testConnection(id) });
  const isShown = test.isPending || test.isError || test.data !== undefined;
  return (
    <Card component="li">
      <div className={classes['head']}>
        <div className={classes['name']}>
          <Group gap={8} mb={2}>
            <Title order={3} size="h3">
              {name}
            </Title>
            <Badge variant="default">{sourceWords[source]}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {vendorName !== undefined && name !== vendorName && `${vendorName}. `}
            {describeParts(offers)}.
          </Text>
        </div>
        {source === 'workspace' && (
          <div className={classes['actions']}>
            <Allowed permission="manage">
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={17} />}
                aria-label={`Test ${name}`}
                loading={test.isPending}
                onClick={() => test.mutate()}
              >
                Test
              </Button>
            </Allowed>
            <ConnectionActions name={name} onChange={onChange} onRemove={onRemove} />
          </div>
        )}
      </div>
      {isShown && (
        <Card.Section withBorder inheritPadding py="md" mt="md">
          <TestResults isTesting={test.isPending} error={test.error} parts={test.data} />
        </Card.Section>
      )}
    </Card>
  );
}
