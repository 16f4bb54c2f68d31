import { expect, test } from 'vitest';
import { describeOrder, describePrice } from './shop-words.ts';

test('a price is told as people pay it, or not at all', () => {
  expect(describePrice({ amount: '1.15', currency: 'USD' })).toBe('$1.15 a month');
  expect(describePrice({ amount: '1', currency: 'EUR' })).toBe('€1.00 a month');
  expect(describePrice({ amount: '500.0', currency: 'JPY' })).toBe('¥500 a month');
  expect(describePrice(null)).toBeUndefined();
});

test('an order that is not answered names its number, its carrier and what happens next', () => {
  const order = { phone: '+15105550101', shop_name: 'Acme', createdAt: '2026-11-21T00:00:00Z' };
  expect(describeOrder({ ...order, kind: 'buy' })).toMatch(/^Acme was asked for \+1\(510\)555–0101 and/);
  expect(describeOrder({ ...order, kind: 'give_back' })).toMatch(/take \+1\(510\)555–0101 back/);
});
