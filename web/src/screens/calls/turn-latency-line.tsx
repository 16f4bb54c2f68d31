import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import type { TurnLatency } from '@parley/contract/calls';
import { IconChevronDown } from '@tabler/icons-react';
import { formatSeconds } from '../../components/format.ts';
import classes from './call-panel.module.css';
import { latencySteps } from './latency-steps.ts';

/** How long the caller waited for this answer; on demand, where the time went. */
export function TurnLatencyLine({ latency }: { latency: TurnLatency }) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  if (latency.firstFrameMs === null) return null;
  const steps = latencySteps(latency);
  const totalMs = Math.max(1, steps.at(-1)?.reachedMs ?? 1);
  return (
    <div className={classes['latency']}>
      <UnstyledButton
        className={classes['latency-toggle'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        answered in {formatSeconds(latency.firstFrameMs)}
        <IconChevronDown size={14} aria-hidden="true" data-open={isOpen || undefined} />
      </UnstyledButton>
      <Collapse expanded={isOpen} id={id}>
        <ol className={classes['steps']}>
          {steps.map((step) => (
            <li key={step.label}>
              <span>{step.label}</span>
              <span className="num">+{Math.round(step.tookMs)} ms</span>
              <span className={classes['step-bar']} aria-hidden="true">
                <i
                  style={{
                    marginLeft: `${(100 * (step.reachedMs - step.tookMs)) / totalMs}%`,
                    width: `${(100 * step.tookMs) / totalMs}%`,
                  }}
                />
              </span>
            </li>
          ))}
        </ol>
      </Collapse>
    </div>
  );
}
