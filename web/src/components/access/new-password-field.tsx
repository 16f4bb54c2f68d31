import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { passwordRules } from '@parley/contract/password-rules';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import access from './access-page.module.css';
import classes from './new-password-field.module.css';

/**
 * A field for a new password with the checklist of SIGNUP-8: it shows while the field has the focus or holds
 * something, and is gone once every rule is met.
 */
export function NewPasswordField({ value = '', onFocus, onBlur, ...props }: PasswordInputProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const listId = useId();
  const password = String(value);
  const showsList = (hasFocus || password !== '') && passwordRules.some(({ test }) => !test(password));

  return (
    <div>
      <PasswordInput
        size="md"
        classNames={{ label: access['label'] ?? '' }}
        {...props}
        value={value}
        onFocus={(event) => {
          setHasFocus(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setHasFocus(false);
          onBlur?.(event);
        }}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...(showsList && { 'aria-details': listId })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
      />
      {showsList && (
        <ul id={listId} className={classes['list']} aria-label="Your password needs">
          {passwordRules.map(({ label, test }) => {
            const isMet = test(password);
            return (
              <li key={label} data-met={isMet || undefined}>
                {isMet ? (
                  <IconCheck size={14} stroke={2.4} aria-hidden="true" />
                ) : (
                  <IconMinus size={14} stroke={2.2} aria-hidden="true" />
                )}
                <span>{label}</span>
                <span className="sr">{isMet ? ': met' : ': not met yet'}</span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
