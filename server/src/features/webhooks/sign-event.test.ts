import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeSecret, signEvent } from './sign-event.ts';

const body = JSON.stringify({ type: 'call.ended', data: { text: 'Grüße 🎉' } });

test('the library of Standard Webhooks accepts what is signed, by either secret', () => {
  const secrets = [makeSecret(), makeSecret()];
  const headers = signEvent({ id: 'evt_1', at: new Date(), body, secrets });
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('it refuses a changed body, another id, an old time and another secret', () => {
  const secret = makeSecret();
  const receiver = new Webhook(secret);
  const headers = signEvent({ id: 'evt_1', at: new Date(), body, secrets: [secret] });
  expect(() => receiver.verify(`${body} `, headers)).toThrow();
  expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
  expect(() => new Webhook(makeSecret()).verify(body, headers)).toThrow();
  const old = signEvent({ id: 'evt_1', at: new Date(Date.now() - 600_000), body, secrets: [secret] });
  expect(() => receiver.verify(body, old)).toThrow();
});

test('a secret holds 256 random bits', () => {
  const secret = makeSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(makeSecret()).not.toBe(secret);
});
