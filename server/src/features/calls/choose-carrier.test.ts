import { describe, expect, test } from 'vitest';
import { type CarrierToAsk, chooseCarrier } from './choose-carrier.ts';

const carrier = (
  carrierId: string,
  reaches: string[],
  has: string[] = [],
  isForSamples = false,
): CarrierToAsk => ({
  carrierId,
  isForSamples,
  service: {
    canReach: (toNumber) => reaches.includes(toNumber),
    ...(has.length > 0 && {
      hasNumber: (number: string, workspaceId: string) => workspaceId === 'wsp_1' && has.includes(number),
    }),
  },
});
const choose = (carriers: CarrierToAsk[], fromNumber = '', toNumber = 'outside', workspaceId = 'wsp_1') =>
  chooseCarrier(carriers, { toNumber, fromNumber, workspaceId })?.carrierId;

const people = carrier('people', ['fiction'], [], true);
const trunk = carrier('trunk', ['outside', 'fiction'], ['a']);
const account = carrier('account', ['outside', 'fiction'], ['b']);
const pages = carrier('pages', []);
const all = [people, trunk, account, pages];

describe('the carrier that places a call', () => {
  test('is the one that the number came with', () => {
    expect(choose(all, 'a')).toBe('trunk');
    expect(choose(all, 'b')).toBe('account');
  });

  test('is the first that reaches the number where nobody has the other, or another workspace has', () => {
    expect(choose(all, 'c')).toBe('trunk');
    expect(choose(all)).toBe('trunk');
    expect(choose(all, 'b', 'outside', 'wsp_2')).toBe('trunk');
    expect(choose([people, account, trunk], 'c')).toBe('account');
  });

  test('is their own network for people whom calls are tried on', () => {
    expect(choose(all, 'b', 'fiction')).toBe('people');
  });

  test('is none that cannot reach the number, though it has the other', () => {
    expect(choose([people, carrier('trunk', [], ['a']), account], 'a')).toBe('account');
    expect(choose([people, pages], 'a')).toBeUndefined();
  });
});
