import type { Delivery, DeliveryState, Webhook } from '@parley/contract/webhooks';

export const deliveryStates: Readonly<Record<DeliveryState, { label: string; color: string }>> = {
  delivered: { label: 'Delivered', color: 'pine' },
  waiting: { label: 'Waiting', color: 'blue' },
  failed: { label: 'Failed', color: 'red' },
};

/** What a webhook is called: its description, else the host of its address. */
export function nameOf({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description || new URL(url).host;
}

/** Whether a webhook works, in a word; undefined when there is nothing to say. */
export function stateOf(webhook: Webhook): { label: string; color: string; about: string } | undefined {
  if (webhook.disabledReason === 'gone')
    return { label: 'Switched off', color: 'red', about: 'Its server answered that it is gone (410).' };
  if (webhook.disabledReason === 'failing')
    return { label: 'Switched off', color: 'red', about: 'Nothing got through for three days.' };
  if (webhook.failingSince !== null)
    return {
      label: 'Failing',
      color: 'yellow',
      about: 'The last event did not get through. It is tried again.',
    };
  return undefined;
}

/** How a delivery stands, in a line. */
export function describeDelivery(delivery: Delivery, nowMs: number): string {
  const { state, attemptCount, lastFailure, nextAttemptAt } = delivery;
  const tries = attemptCount === 1 ? '1 try' : `${attemptCount} tries`;
  if (state === 'delivered')
    return attemptCount === 1 ? 'Received at the first try' : `Received after ${tries}`;
  if (state === 'failed') return lastFailure;
  if (attemptCount === 0 || nextAttemptAt === null) return 'On its way';
  return `${lastFailure} Next try ${formatAhead(nextAttemptAt, nowMs)}.`;
}

/** `in 5 minutes`; `now` for what is due. */
export function formatAhead(timestamp: string, nowMs: number): string {
  const aheadMs = Date.parse(timestamp) - nowMs;
  if (aheadMs < 1_000) return 'now';
  const format = new Intl.RelativeTimeFormat('en-US');
  if (aheadMs < 60_000) return format.format(Math.round(aheadMs / 1_000), 'second');
  if (aheadMs < 3_600_000) return format.format(Math.round(aheadMs / 60_000), 'minute');
  return format.format(Math.round(aheadMs / 3_600_000), 'hour');
}

/** JSON with a line for each field; anything else as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Why an address cannot be a webhook's; undefined when it may be one. The server holds the whole rule. */
export function urlProblem(url: string): string | undefined {
  const text = url.trim();
  if (text === '') return 'Enter the address of your server.';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return 'Enter a whole address, such as https://example.com/parley.';
  return undefined;
}
