import { ActionIcon, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { CallLog } from '@parley/contract/calls';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { HangUpButton } from '../../components/call/hang-up-button.tsx';
import { customerSide, numberLabel, runningStatus } from '../../components/call/labels.ts';
import { LiveCallView } from '../../components/call/live-call-view.tsx';
import { useCall } from '../../components/call/use-call.ts';
import { formatCallTime } from '../../components/format.ts';
import { LinkText } from '../../components/links.tsx';
import classes from './call-panel.module.css';
import { CallRecord } from './call-record.tsx';

type CallPanelProps = {
  callId: string;
  /** What the list knows of the call: shown until, or instead of, the details. */
  row: CallLog | undefined;
  onClose: () => void;
};

/** The details of one call (CALLS-6); of a running call, the call as it happens. */
export function CallPanel({ callId, row, onClose }: CallPanelProps) {
  const call = useCall(callId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Somebody may have gone on to the search, or another dialog, while this panel was being loaded.
    const dialog = document.activeElement?.closest('[role="dialog"]');
    if (!dialog || dialog.contains(heading.current)) heading.current?.focus({ preventScroll: true });
  }, []);

  const shown = call.detail ?? row;
  const isRunning = call.detail ? call.state !== 'ended' : row?.call_status === runningStatus;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is inside it.
    <div
      className={classes['panel']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes['panel-head']}>
        <div>
          <Title order={2} ref={heading} tabIndex={-1} className={classes['panel-title'] ?? ''}>
            Call Details
          </Title>
          <Text size="sm" c="dimmed" mt={2}>
            View detailed information about the selected call including recording, analysis, and transcription
          </Text>
        </div>
        <ActionIcon aria-label="Close call details" onClick={onClose}>
          <IconX size={20} stroke={1.8} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={classes['panel-body']} data-scroller aria-label="Details" tabIndex={0}>
        {shown ? (
          <Stack gap="lg">
            <div>
              <h3 className={classes['caption']}>Date & Time</h3>
              <Text fw={600}>{formatCallTime(shown.start_timestamp)}</Text>
              <Text size="sm" c="dimmed" className="num">
                {shown.is_simulation
                  ? shown.campaign_id === null
                    ? 'Simulation in the browser'
                    : 'Simulated call'
                  : `${numberLabel(shown, 'from')} → ${numberLabel(shown, 'to')}`}{' '}
                · {shown.agent_name}
              </Text>
              {shown.campaign_id !== null && shown.campaign_name !== '' && (
                <Text size="sm" c="dimmed">
                  {shown.is_simulation ? 'Tried for the campaign ' : 'Called for the campaign '}
                  <LinkText to="/app/campaigns/$id/contacts" params={{ id: shown.campaign_id }} inherit>
                    {shown.campaign_name}
                  </LinkText>
                </Text>
              )}
            </div>
            {isRunning ? (
              <>
                <LiveCallView
                  call={call}
                  agentName={shown.agent_name}
                  customerNumber={numberLabel(shown, customerSide(shown))}
                />
                <Group justify="flex-end">
                  <HangUpButton callId={callId} />
                </Group>
              </>
            ) : (
              <CallRecord log={shown} call={call} />
            )}
          </Stack>
        ) : call.error ? (
          <Stack align="center" py="xl" role="alert">
            <Text>{call.error.message}</Text>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Stack>
        ) : (
          <Stack role="status" aria-label="Loading call">
            <Skeleton height={40} />
            <Skeleton height={120} />
            <Skeleton height={240} />
          </Stack>
        )}
      </section>
    </div>
  );
}
