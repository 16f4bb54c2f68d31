import { teamLimits } from '@parley/contract/team-limits';

/** What is wrong with the emails of an invitation, naming those that are none. */
export function checkEmails(emails: readonly string[]): string | null {
  if (emails.length === 0) return 'Give at least one email.';
  if (emails.length > teamLimits.emailsAtOnce) return `At most ${teamLimits.emailsAtOnce} at once.`;
  const wrong = emails.filter(
    (email) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) || email.length > 254,
  );
  return wrong.length === 0
    ? null
    : `Please enter a valid email: ${wrong.slice(0, 3).join(', ').slice(0, 120)}`;
}

/** Each email once, however several were pasted or filled in together. */
export function splitEmails(typed: readonly string[]): string[] {
  return [...new Set(typed.flatMap((text) => text.split(/[\s,;]+/)).filter((email) => email !== ''))];
}
