import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { toClientNetwork } from './client-network.ts';
import { openVisitorCountry } from './visitor-country.ts';

describe('the country of a visitor', () => {
  test.each([
    // Addresses that belong to public bodies of their countries.
    ['8.8.8.8', 'US'],
    ['193.0.6.139', 'NL'],
    ['2001:4860:4860::8888', 'US'],
    ['::ffff:8.8.8.8', 'US'],
  ])('of %s is %s', async (address, country) => {
    expect(await openVisitorCountry({ countryHeader: undefined }).ofAddress(address)).toBe(country);
  });

  test.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '192.168.0.7',
    '172.16.0.1',
    'fe80::1',
    'fd00::1',
    '203.0.113.9',
    '',
    'x',
  ])('of "%s" is nobody’s', async (address) => {
    expect(await openVisitorCountry({ countryHeader: undefined }).ofAddress(address)).toBeNull();
  });

  const request = (headers: Record<string, string>, ip = '8.8.8.8') =>
    ({ headers, ip }) as unknown as FastifyRequest;

  test('is what the configured header says, else what the table says', async () => {
    const { ofRequest } = openVisitorCountry({ countryHeader: 'cf-ipcountry' });
    expect(await ofRequest(request({ 'cf-ipcountry': 'in' }))).toBe('IN');
    expect(await ofRequest(request({ 'cf-ipcountry': 'XX' }))).toBe('US');
    expect(await ofRequest(request({ 'cf-ipcountry': '<script>' }))).toBe('US');
    expect(await ofRequest(request({}, '127.0.0.1'))).toBeNull();
  });

  test('is not what a header says that was not configured', async () => {
    const { ofRequest } = openVisitorCountry({ countryHeader: undefined });
    expect(await ofRequest(request({ 'cf-ipcountry': 'IN' }))).toBe('US');
  });
});

test('IPv6 addresses are counted by network, others one by one', () => {
  expect(toClientNetwork('2001:db8::1')).toBe(toClientNetwork('2001:db8:0:0:ffff::2'));
  expect(toClientNetwork('2001:db8::1')).not.toBe(toClientNetwork('2001:db8:0:1::1'));
  expect(toClientNetwork('::ffff:203.0.113.1')).toBe('203.0.113.1');
  expect(toClientNetwork('203.0.113.1')).toBe('203.0.113.1');
});
