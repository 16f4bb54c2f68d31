import { Button, Card, Text, Title } from '@mantine/core';
import type { Integration } from '@parley/contract/integrations';
import { Refused } from '../../components/allowed.tsx';
import { IntegrationIcon } from './integration-icon.tsx';
import classes from './integrations.module.css';
import { StateBadge } from './state-badge.tsx';

/** An integration: what it is, and the one thing to do with it (INTEG-1). The whole card opens it. */
export function IntegrationCard({ integration, onOpen }: { integration: Integration; onOpen: () => void }) {
  const { display_name: name, category, description, is_live: isLive, state } = integration;
  return (
    <Card component="li" className={classes['card']} data-live={isLive || undefined}>
      <div className={classes['head']}>
        <IntegrationIcon integration={integration} size={44} />
        <StateBadge state={state} />
      </div>
      <Text size="xs" c="dimmed" fw={600}>
        {category}
      </Text>
      <Title order={2} size="h3">
        {name}
      </Title>
      <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
        {description}
      </Text>
      {isLive ? (
        <Button
          fullWidth
          variant={state === 'connected' ? 'default' : 'filled'}
          {...(state === 'needs_reconnecting' && { color: 'red.8' })}
          aria-label={`${actionOf(integration)} ${name}`}
          aria-haspopup="dialog"
          className={classes['action'] ?? ''}
          onClick={onOpen}
        >
          {actionOf(integration)}
        </Button>
      ) : (
        <Refused reason="This integration is already in our roadmap!">
          <Button fullWidth variant="default" aria-label={`Coming Soon: ${name}`}>
            Coming Soon
          </Button>
        </Refused>
      )}
    </Card>
  );
}

function actionOf({ state }: Integration): string {
  if (state === 'connected') return 'Manage';
  return state === 'needs_reconnecting' ? 'Reconnect' : 'Connect';
}
