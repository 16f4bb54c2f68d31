import { Alert, Card, Progress, Skeleton, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/usage.ts';
import { useUser } from '../../app/user-provider.tsx';
import { LinkText } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useNow } from '../../components/use-now.ts';
import classes from './billing.module.css';
import { trialAt } from './trial.ts';

/** What the workspace pays and uses. Nothing is charged yet, and the screen says so. */
export function BillingScreen() {
  return (
    <>
      <PageHeader title="Billing" subtitle="Your plan, and what your workspace used this month" />
      <div className={classes['cards']}>
        <Plan />
        <Usage />
      </div>
      <Alert variant="light" icon={<IconInfoCircle size={20} stroke={1.7} />} mt="lg" role="note">
        Payment is not built yet: nothing is charged here, and there are no invoices. What speech, language
        and phone providers charge goes to your accounts with them. Paid plans and invoices will appear on
        this screen.
      </Alert>
    </>
  );
}

function Plan() {
  const { profile } = useUser();
  const nowMs = useNow();
  const endsAt = profile?.workspace.trial_ends_at;
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        Plan
      </Title>
      {profile === undefined && <Skeleton height={64} />}
      {endsAt === null && (
        <>
          <Text className={classes['figure'] ?? ''}>No plan</Text>
          <Text c="dimmed">
            {profile?.workspace.name} belongs to this installation. It has no trial that could end.
          </Text>
        </>
      )}
      {endsAt && <TrialLeft endsAt={endsAt} nowMs={nowMs} />}
    </Card>
  );
}

function TrialLeft({ endsAt, nowMs }: { endsAt: string; nowMs: number }) {
  const { isOver, daysLeft, usedPercent } = trialAt(endsAt, nowMs);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(endsAt));
  return (
    <>
      <Text className={classes['figure'] ?? ''}>
        {isOver ? 'Free trial ended' : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`}
      </Text>
      <Progress
        value={usedPercent}
        my="sm"
        aria-label="Used part of the free trial"
        color={isOver ? 'red' : 'pine'}
      />
      <Text c="dimmed">
        {isOver
          ? `Your free trial ended on ${day}. Everything you built is kept.`
          : `Your free trial ends on ${day}.`}
      </Text>
    </>
  );
}

function Usage() {
  const usage = useQuery(usageQuery);
  if (usage.isError && usage.data === undefined)
    return (
      <Card component="section">
        <LoadFailed
          message="What you used could not be loaded."
          isBusy={usage.isFetching}
          onRetry={() => void usage.refetch()}
        />
      </Card>
    );
  const totals = usage.data?.totals;
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        Used this month
      </Title>
      {totals === undefined ? (
        <div role="status" aria-label="Loading what you used">
          <Skeleton height={64} />
        </div>
      ) : (
        <>
          <dl className={classes['figures']}>
            <Used name="Calls" value={totals.calls} />
            <Used name="Answered" value={totals.answered} />
            <Used name="Minutes talked" value={Math.ceil(totals.talk_ms / 60_000)} />
          </dl>
          <Text c="dimmed">
            Test calls are counted.{' '}
            <LinkText to="/app/analytics" underline="always">
              Analytics
            </LinkText>{' '}
            shows each day.
          </Text>
        </>
      )}
    </Card>
  );
}

function Used({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`num ${classes['figure']}`}>{value.toLocaleString('en-US')}</dd>
    </div>
  );
}
