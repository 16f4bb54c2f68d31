import { describe, expect, test } from 'vitest';
import { chooseNumber, type OwnNumber } from './choose-number.ts';

const own = (e164: string, calls = 0): OwnNumber => ({ id: `num_${e164}`, e164, calls });
const noRest = { restsAfter: Number.POSITIVE_INFINITY };

describe('the number a person is called with', () => {
  const [austin, dallas, boston, london] = [
    '+15125550101',
    '+12145550101',
    '+16175550101',
    '+442079460101',
  ].map((e164) => own(e164)) as [OwnNumber, OwnNumber, OwnNumber, OwnNumber];
  const all = [london, boston, dallas, austin];

  test.each([
    ['+15125550999', austin, 'same area'],
    ['+12815550999', dallas, 'same state'],
    ['+12065550999', boston, 'same country'],
    ['+442079460999', london, 'same country'],
    ['+4915112345678', london, 'elsewhere'],
  ] as const)('is the nearest: %s', (to, number, nearness) => {
    expect(chooseNumber(all, to, noRest)).toEqual({ number, nearness });
  });

  test('is the one that called least among equals, and one that rests only where all do', () => {
    const [busy, idle] = [own('+15125550101', 50), own('+15125550102', 3)];
    expect(chooseNumber([busy, idle], '+15125550999', noRest)?.number).toBe(idle);
    expect(chooseNumber([busy, boston], '+15125550999', { restsAfter: 50 })?.number).toBe(boston);
    expect(chooseNumber([busy], '+15125550999', { restsAfter: 50 })?.number).toBe(busy);
    expect(chooseNumber([busy, own('+442079460101', 51)], '+442079460999', { restsAfter: 50 })?.number).toBe(
      busy,
    );
    expect(chooseNumber([], '+15125550999', noRest)).toBe(undefined);
  });
});
