import { passwordRules } from '@parley/contract/password-rules';

/** SIGNUP-7: the first rule a new password breaks, or null. */
export function checkNewPassword(password: string): string | null {
  const broken = passwordRules.find((rule) => !rule.test(password));
  if (broken) return broken.message;
  return password.length > 128 ? 'Password must be at most 128 characters' : null;
}
