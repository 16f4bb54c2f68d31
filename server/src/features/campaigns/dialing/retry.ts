import type { CampaignRules } from '@parley/contract/campaign-rules';

/** What kept a call from reaching the person. */
export type RetryKind = keyof CampaignRules['retry_after_minutes'];

export type RetryRules = Pick<CampaignRules, 'max_attempts' | 'retry_after_minutes'>;

/** A fault of ours is made good soon, and takes no attempt from the person, but not without end. */
export const ownFaultDelayMs = 60_000;
const ownFaultsMax = 3;

/** When the person is called again; undefined when that was the last attempt. `attempts` counts this one. */
export function findRetry(
  kind: RetryKind,
  { attempts, rules, nowMs }: { attempts: number; rules: RetryRules; nowMs: number },
): number | undefined {
  if (attempts >= rules.max_attempts) return undefined;
  return nowMs + rules.retry_after_minutes[kind] * 60_000;
}

/** When a call that we ourselves kept from ringing is made good; undefined when that failed too often. */
export function findRetryAfterOwnFault({
  attempts,
  rules,
  nowMs,
}: {
  attempts: number;
  rules: RetryRules;
  nowMs: number;
}): number | undefined {
  return attempts >= rules.max_attempts + ownFaultsMax ? undefined : nowMs + ownFaultDelayMs;
}
