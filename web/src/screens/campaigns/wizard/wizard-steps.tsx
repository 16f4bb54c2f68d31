import { Tabs } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import classes from './wizard.module.css';

export type WizardStep = 'upload' | 'map' | 'finalize';

/** In their order, with the names of the specification (WIZ-1). */
export const wizardSteps: readonly { step: WizardStep; name: string; about: string }[] = [
  { step: 'upload', name: 'Upload File', about: 'Who to call' },
  { step: 'map', name: 'Map Fields', about: 'What the columns mean' },
  { step: 'finalize', name: 'Finalize', about: 'Who calls, and when' },
];

type WizardStepsProps = { done: ReadonlySet<WizardStep>; reachable: ReadonlySet<WizardStep> };

/** The steps as tabs: one that is done shows a check, one that cannot be reached yet is disabled. */
export function WizardSteps({ done, reachable }: WizardStepsProps) {
  return (
    <Tabs.List className={classes['steps'] ?? ''} aria-label="Steps">
      {wizardSteps.map(({ step, name, about }, at) => (
        <Tabs.Tab
          key={step}
          value={step}
          disabled={!reachable.has(step)}
          className={classes['step'] ?? ''}
          styles={{
            tabLabel: { textAlign: 'inherit', minWidth: 0, flex: 'none' },
            tab: { justifyContent: 'flex-start' },
          }}
          leftSection={
            <span className={classes['step-mark']} data-done={done.has(step) || undefined}>
              {done.has(step) ? (
                <IconCheck size={18} stroke={2.6} role="img" aria-label="Done" />
              ) : (
                <span className="num">{at + 1}</span>
              )}
            </span>
          }
        >
          <span className={classes['step-name']}>{name}</span>
          <span className={classes['step-about']}>{about}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
