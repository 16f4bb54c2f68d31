import { Alert, Button, Card, Skeleton, Tabs } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { Allowed, Refused } from '../../components/allowed.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useTimeZone } from '../../components/figures/use-time-zone.ts';
import { LinkButton } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { UploadStep } from './wizard/upload-step.tsx';
import { useCampaignWizard } from './wizard/use-campaign-wizard.ts';
import classes from './wizard/wizard.module.css';
import { type WizardStep, WizardSteps, wizardSteps } from './wizard/wizard-steps.tsx';

const MapStep = lazy(async () => ({ default: (await import('./wizard/map-step.tsx')).MapStep }));
const FinalizeStep = lazy(async () => ({
  default: (await import('./wizard/finalize-step.tsx')).FinalizeStep,
}));

/** A campaign in three steps: the list, what its columns mean, who calls and when (WIZ-1 to 6). */
export function CampaignCreateScreen() {
  const timeZone = useTimeZone() ?? 'UTC';
  const wizard = useCampaignWizard(timeZone);
  const { step, reachable, file } = wizard;
  const panels = useRef<HTMLDivElement>(null);
  // The file, what its columns mean and the rest are kept nowhere else.
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => wizard.holdsWork() && current.pathname !== next.pathname,
    enableBeforeUnload: () => wizard.holdsWork(),
    withResolver: true,
  });

  const at = wizardSteps.findIndex((each) => each.step === step);
  const next = wizardSteps[at + 1]?.step;
  const before = wizardSteps[at - 1]?.step;
  // The button that was pressed may be gone: the focus goes where the step begins.
  const move = (to: WizardStep | undefined) => {
    if (to === undefined) return;
    wizard.goTo(to);
    panels.current?.focus({ preventScroll: true });
  };
  const isNextOpen = next !== undefined && reachable.has(next);
  return (
    <>
      <PageHeader title="Create Campaign" subtitle="Three short steps to your first calls" />
      <Card className={classes['card'] ?? ''}>
        <Tabs
          value={step}
          variant="none"
          onChange={(value) => {
            const chosen = wizardSteps.find((each) => each.step === value);
            if (chosen !== undefined) wizard.goTo(chosen.step);
          }}
        >
          <WizardSteps done={wizard.done} reachable={reachable} />
          {file.chosen?.uploadProblem !== undefined && (
            <Alert
              color="red"
              icon={<IconAlertTriangle />}
              mt="lg"
              role="alert"
              title={file.chosen.uploadProblem}
            >
              <Button
                variant="default"
                size="compact-sm"
                mt={4}
                leftSection={<IconRefresh size={16} />}
                onClick={file.resend}
              >
                Try Again
              </Button>
            </Alert>
          )}
          <div ref={panels} tabIndex={-1} className={classes['panel']}>
            <Tabs.Panel value="upload">
              <UploadStep state={file} isProcessing={wizard.isProcessing} />
            </Tabs.Panel>
            <Suspense fallback={<Skeleton height={320} radius="md" />}>
              <Tabs.Panel value="map">
                <MapStep
                  columns={file.chosen?.summary?.columns ?? []}
                  mapping={wizard.mapping}
                  onChange={wizard.setMapping}
                />
              </Tabs.Panel>
              <Tabs.Panel value="finalize">
                <FinalizeStep form={wizard.form} timeZone={timeZone} />
              </Tabs.Panel>
            </Suspense>
          </div>
        </Tabs>
        <div className={classes['buttons']}>
          <LinkButton to="/app/campaigns" variant="subtle">
            Cancel
          </LinkButton>
          {before !== undefined && (
            <Button variant="default" disabled={wizard.isCreating} onClick={() => move(before)}>
              Back
            </Button>
          )}
          {next !== undefined ? (
            <Refused
              reason={step === 'map' && !isNextOpen ? errorSentence('campaign_phone_unmapped') : undefined}
            >
              <Button disabled={step === 'upload' && !isNextOpen} onClick={() => move(next)}>
                Next
              </Button>
            </Refused>
          ) : (
            <Allowed permission="edit">
              <Button disabled={wizard.isCreating} onClick={wizard.create}>
                {wizard.isCreating ? 'Creating Campaign...' : 'Create Campaign'}
              </Button>
            </Allowed>
          )}
        </div>
      </Card>
      <ConfirmDialog
        isOpen={leaving.status === 'blocked'}
        title="Leave without creating the campaign?"
        confirmLabel="Leave"
        cancelLabel="Stay here"
        isDangerous
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      >
        The file and what you chose for it would be lost. Nobody has been called.
      </ConfirmDialog>
    </>
  );
}
