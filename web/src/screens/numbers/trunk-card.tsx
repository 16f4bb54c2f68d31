import { Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import type { Connection, ConnectionStatus } from '@parley/contract/connections';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { IconPhoneIncoming } from '@tabler/icons-react';
import { useState } from 'react';
import { Allowed } from '../../components/allowed.tsx';
import { ConnectionActions } from '../../components/connection-form/connection-actions.tsx';
import { useNow } from '../../components/use-now.ts';
import classes from './numbers.module.css';
import { describeRing, stateWords } from './trunk-words.ts';

/** Numbers of a trunk that are shown until more are asked for. */
const fewNumbers = 6;

type TrunkCardProps = {
  trunk: Connection;
  /** Undefined until it is known. */
  status: ConnectionStatus | undefined;
  numbers: readonly PhoneNumber[];
  onChange: () => void;
  onRemove: () => void;
  onTest: (number: PhoneNumber) => void;
};

/** A trunk: how it does, and the numbers that came with it. The operator's can only be tried. */
export function TrunkCard({ trunk, status, numbers, onChange, onRemove, onTest }: TrunkCardProps) {
  const { name, source, settings } = trunk;
  const state = status?.state ?? 'checking';
  const { label, about, color } = stateWords[state];
  const host = settings['host'];
  return (
    <Card component="li">
      <div className={classes['head']}>
        <div className={classes['about']}>
          <Group gap={8} mb={2}>
            <Title order={3} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Badge color={color}>{label}</Badge>
            {source !== 'workspace' && <Badge variant="default">Set by the operator</Badge>}
          </Group>
          <div role="status">
            <Text
              size="sm"
              c={state === 'failing' ? 'var(--mantine-color-error)' : 'dimmed'}
              style={{ overflowWrap: 'anywhere' }}
            >
              {state === 'failing' || state === 'reachable' ? status?.detail || about : about}
            </Text>
          </div>
          {typeof host === 'string' && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              Server {host}
            </Text>
          )}
        </div>
        {source === 'workspace' && (
          <Group gap={8}>
            <ConnectionActions name={name} onChange={onChange} onRemove={onRemove} />
          </Group>
        )}
      </div>
      <Card.Section withBorder inheritPadding py="sm" mt="md">
        <TrunkNumbers trunkName={name} numbers={numbers} onTest={onTest} />
      </Card.Section>
    </Card>
  );
}

function TrunkNumbers(props: {
  trunkName: string;
  numbers: readonly PhoneNumber[];
  onTest: (number: PhoneNumber) => void;
}) {
  const { trunkName, numbers, onTest } = props;
  const nowMs = useNow();
  const [isAll, setIsAll] = useState(false);
  if (numbers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No number came with it. Its numbers appear here as soon as they are known, unless another workspace
        has them.
      </Text>
    );
  const shown = isAll ? numbers : numbers.slice(0, fewNumbers);
  return (
    <>
      <ul className={classes['rings']} aria-label={`Numbers of ${trunkName}`}>
        {shown.map((number) => {
          const text = formatNumberRow(number.phone);
          return (
            <li key={number.id}>
              <div style={{ minWidth: 0 }}>
                <Text fw={600} className="num nowrap">
                  {text}
                </Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {describeRing(number, nowMs)}
                </Text>
              </div>
              <Allowed permission="manage">
                <Button
                  variant="subtle"
                  size="compact-md"
                  leftSection={<IconPhoneIncoming size={17} />}
                  aria-label={`Test ring of ${text}`}
                  aria-haspopup="dialog"
                  onClick={() => onTest(number)}
                >
                  Test ring
                </Button>
              </Allowed>
            </li>
          );
        })}
      </ul>
      {numbers.length > fewNumbers && (
        <Button variant="subtle" size="compact-md" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${numbers.length} numbers`}
        </Button>
      )}
    </>
  );
}
