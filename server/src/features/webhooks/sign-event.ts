import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A new secret as Standard Webhooks writes it: 32 random bytes in base64. */
export function makeSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/**
 * The headers that prove an event to its receiver, by each of the secrets
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signEvent(event: {
  id: string;
  /** When this try is made. */
  at: Date;
  body: string;
  secrets: readonly string[];
}): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(event.at.getTime() / 1000));
  const signatures = event.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${event.id}.${timestamp}.${event.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': event.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
