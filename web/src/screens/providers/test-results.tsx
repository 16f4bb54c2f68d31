import { Alert, Group, Loader, Text } from '@mantine/core';
import type { PartTest } from '@parley/contract/connections';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { failureMessage } from '../../api/failure-message.ts';
import { partWords } from './part-words.ts';
import classes from './providers.module.css';

type TestResultsProps = {
  isTesting: boolean;
  error: Error | null;
  parts: readonly PartTest[] | undefined;
};

/** What came of trying a provider: part by part, in plain words. Told to screen readers as it comes. */
export function TestResults({ isTesting, error, parts }: TestResultsProps) {
  return (
    <div aria-live="polite">
      {isTesting && (
        <Group gap="sm" wrap="nowrap">
          <Loader size={18} />
          <Text size="sm">Trying it for real. This can take some seconds.</Text>
        </Group>
      )}
      {!isTesting && error && (
        <Alert color="red" icon={<IconAlertTriangle size={20} />} title="Not tested">
          {failureMessage(error, 'provider_not_tested')}
        </Alert>
      )}
      {!isTesting && parts && (
        <ul className={classes['results']}>
          {parts.map(({ part, is_working: isWorking, message, took_ms: tookMs }) => (
            <li key={part}>
              {isWorking ? (
                <IconCircleCheck size={22} color="var(--mantine-color-pine-filled)" aria-hidden="true" />
              ) : (
                <IconAlertTriangle size={22} color="var(--mantine-color-red-filled)" aria-hidden="true" />
              )}
              <div className={classes['result']}>
                <Text size="sm" fw={600}>
                  {partWords[part].label} {isWorking ? 'works' : 'does not work'}
                </Text>
                <Text size="sm" c="dimmed">
                  {message}
                  {isWorking &&
                    ` It took ${tookMs < 1000 ? `${tookMs} ms` : `${(tookMs / 1000).toFixed(1)} s`}.`}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
