import { Card, Switch, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import classes from './account.module.css';

const reason = 'This 2FA is already in our roadmap!';

/** ACCT-2: off until it is built; the reason is reached by mouse, keyboard and screen reader. */
export function TwoFactor() {
  const id = useId();
  return (
    <Card>
      <div className={classes['line']}>
        <Text>Ask for a code from an app on your phone when you log in.</Text>
        <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
          <div>
            <Switch
              checked={false}
              onChange={() => undefined}
              aria-disabled
              aria-describedby={id}
              aria-label="Two-factor authentication"
              styles={{ root: { opacity: 0.6 } }}
            />
          </div>
        </Tooltip>
        <VisuallyHidden id={id}>{reason}</VisuallyHidden>
      </div>
    </Card>
  );
}
