import { expect, test } from 'vitest';
import { isAddressAllowed } from './address-rules.ts';

const judge = (address: string) => [
  isAddressAllowed(address, { allowsPrivate: false }),
  isAddressAllowed(address, { allowsPrivate: true }),
];

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'])(
  '%s is public and always allowed',
  (address) => expect(judge(address)).toEqual([true, true]),
);

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd12::1',
])('%s is private and allowed only where the operator says so', (address) =>
  expect(judge(address)).toEqual([false, true]),
);

test('a private IPv4 address stays private in IPv6 clothes', () => {
  expect(judge('::ffff:127.0.0.1')).toEqual([false, true]);
  expect(judge('::ffff:a00:1')).toEqual([false, true]);
});

test.each([
  '169.254.169.254',
  'fe80::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '0.0.0.0',
  '::',
  '255.255.255.255',
  '224.0.0.1',
  'ff02::1',
  '240.0.0.1',
  '198.51.100.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::7f00:1',
  'fec0::1',
  'example.com',
  '',
])('%s is never allowed', (address) => expect(judge(address)).toEqual([false, false]));
