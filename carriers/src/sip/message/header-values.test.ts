import { describe, expect, test } from 'vitest';
import { parseNameAddress, parseVia, splitList } from './header-values.ts';
import { encodeUser, formatHost, parseUri } from './uri.ts';

describe('header values', () => {
  test('lists are split outside quotes and brackets', () => {
    expect(splitList('"a, b" <sip:x@h;p=1,2>, <sip:y@h> ,,"q\\", r" <sip:z@h>')).toEqual([
      '"a, b" <sip:x@h;p=1,2>',
      '<sip:y@h>',
      '"q\\", r" <sip:z@h>',
    ]);
  });

  test('an address without brackets has no parameters of its own (RFC 4475 section 3.1.1.6)', () => {
    const address = parseNameAddress('sip:user@example.com;unknownparam=1;tag=7');
    expect(address?.uri).toBe('sip:user@example.com');
    expect(address?.parameters.get('tag')).toBe('7');
    expect(parseNameAddress('<sip:user@example.com;lr>')?.parameters.has('lr')).toBe(false);
  });

  test('a name may hold brackets in quotes', () => {
    expect(parseNameAddress('"<sip:evil@h>;tag=1" <sip:good@h>;tag=2')).toMatchObject({
      display: '<sip:evil@h>;tag=1',
      uri: 'sip:good@h',
    });
  });

  test('what is no address is none', () => {
    for (const text of ['', '"open', '"name"', '<sip:a@h', '   '])
      expect(parseNameAddress(text), text).toBeUndefined();
  });

  test('a Via of another version or with an impossible port is none', () => {
    expect(parseVia('SIP/2.0/UDP h:5060;rport;branch=z')).toMatchObject({ host: 'h', port: 5060 });
    for (const text of ['SIP/1.0/UDP h', 'SIP/2.0/UDP h:99999', 'SIP/2.0/UDP h:0', 'SIP/2.0 h', '']) {
      expect(parseVia(text), text).toBeUndefined();
    }
  });
});

describe('addresses', () => {
  test.each([
    ['sip:alice:secret@example.com:5080;transport=tcp', 'alice', 'example.com', 5080],
    ['sips:+1%20415@[2001:db8::1]', '+1 415', '2001:db8::1', undefined],
    ['SIP:sips%3Auser%40example.com@example.net', 'sips:user@example.com', 'example.net', undefined],
    ['tel:+1-(415)-555.0123;phone-context=x', '+14155550123', '', undefined],
    ['sip:example.com', '', 'example.com', undefined],
  ])('%s is read', (text, user, host, port) => {
    expect(parseUri(text)).toMatchObject({ user, host, port });
  });

  test('headers in an address are seen', () => {
    expect(parseUri('sip:user@example.com?Route=%3Csip:example.com%3E')?.hasHeaders).toBe(true);
  });

  test.each([
    'sip:',
    'sip:a@',
    'sip:a@h:0',
    'sip:a@h:70000',
    'sip:a@[zz]',
    'sip:a b@h',
    'nobodyKnowsThisScheme:x',
    'sip:a@h>',
  ])('%s is none', (text) => {
    expect(parseUri(text)).toBeUndefined();
  });

  test('users are written so that they stay users', () => {
    expect(encodeUser('+1415#é @x;y')).toBe('+1415%23%C3%A9%20%40x%3By');
    expect(formatHost('::1')).toBe('[::1]');
  });
});
