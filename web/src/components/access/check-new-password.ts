import { passwordMaxLength, passwordRules } from '@parley/contract/password-rules';

/** SIGNUP-7: the first rule a new password breaks, or null. */
export function checkNewPassword(password: string): string | null {
  const broken = passwordRules.find((rule) => !rule.test(password));
  if (broken) return broken.message;
  // The field does not cut: whoever pastes more would not know what was kept.
  return password.length > passwordMaxLength
    ? `Password must be at most ${passwordMaxLength} characters`
    : null;
}
