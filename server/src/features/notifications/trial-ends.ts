import type { NewNotification } from './notify.ts';

const dayMs = 24 * 3_600_000;
/** How long before its end a trial is warned about. */
export const warnedBeforeMs = 3 * dayMs;
/** How long after its end a trial is still told of, where nothing ran on the day itself. */
export const toldAfterMs = 7 * dayMs;

/** A notification about a trial; told once, so it has a group of its own. */
type AboutTrial = NewNotification & { groupKey: string };

/** What to tell a workspace whose trial ends within three days, or has ended. */
export function aboutTrial(trial: { workspaceId: string; endsAt: Date }, nowMs: number): AboutTrial {
  const { workspaceId, endsAt } = trial;
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(endsAt);
  const about = { workspaceId, kind: 'billing', link: '/app/billing' } as const;
  if (endsAt.getTime() <= nowMs)
    return {
      ...about,
      tone: 'info',
      title: 'Your free trial has ended',
      text: `It ended on ${day}. Everything you built is kept; Billing says what your workspace uses.`,
      groupKey: 'billing.trial_over',
    };
  return {
    ...about,
    tone: 'warning',
    title: 'Your free trial ends soon',
    text: `It ends on ${day}. Everything you built is kept; Billing says what your workspace uses.`,
    groupKey: 'billing.trial_ends_soon',
  };
}
