import type { Delivery, Webhook } from '@parley/contract/webhooks';
import { expect, test } from 'vitest';
import { describeDelivery, formatAhead, nameOf, prettyJson, stateOf, urlProblem } from './webhook-words.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(nowMs + ms).toISOString();
const delivery = (part: Partial<Delivery>): Delivery =>
  ({ state: 'waiting', attemptCount: 0, lastFailure: '', nextAttemptAt: at(0), ...part }) as Delivery;

test('a webhook is called by its description, else by its host', () => {
  expect(nameOf({ description: 'Sales', url: 'https://example.com/x' })).toBe('Sales');
  expect(nameOf({ description: '', url: 'https://example.com:8443/x' })).toBe('example.com:8443');
});

test('a webhook that fails or was switched off says so', () => {
  const webhook = { disabledReason: null, failingSince: null } as Webhook;
  expect(stateOf(webhook)).toBeUndefined();
  expect(stateOf({ ...webhook, failingSince: at(0) })?.label).toBe('Failing');
  expect(stateOf({ ...webhook, disabledReason: 'gone' })?.label).toBe('Switched off');
  expect(stateOf({ ...webhook, disabledReason: 'by_hand' })).toBeUndefined();
});

test('a delivery is told in a line', () => {
  expect(describeDelivery(delivery({}), nowMs)).toBe('On its way');
  expect(describeDelivery(delivery({ state: 'delivered', attemptCount: 1 }), nowMs)).toContain('first try');
  expect(describeDelivery(delivery({ state: 'delivered', attemptCount: 3 }), nowMs)).toBe(
    'Received after 3 tries',
  );
  const waiting = delivery({ attemptCount: 2, lastFailure: 'It failed.', nextAttemptAt: at(300_000) });
  expect(describeDelivery(waiting, nowMs)).toBe('It failed. Next try in 5 minutes.');
});

test('times ahead are told in their largest unit', () => {
  expect(formatAhead(at(-5_000), nowMs)).toBe('now');
  expect(formatAhead(at(5_000), nowMs)).toBe('in 5 seconds');
  expect(formatAhead(at(7_200_000), nowMs)).toBe('in 2 hours');
});

test('JSON is laid out, other text is left alone', () => {
  expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyJson('<html>')).toBe('<html>');
});

test('an address is whole and of the web', () => {
  expect(urlProblem('https://example.com/x')).toBeUndefined();
  for (const wrong of ['', 'example.com', 'ftp://example.com', 'javascript:alert(1)'])
    expect(urlProblem(wrong)).toBeDefined();
});
