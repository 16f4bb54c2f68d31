import { describe, expect, test } from 'vitest';
import { isSignedBy, signWebhook } from './signature.ts';

/** The example of https://www.twilio.com/docs/usage/webhooks/webhooks-security, with the token 12345. */
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = new URLSearchParams({
  CallSid: 'CA1234567890ABCDE',
  Caller: '+12349013030',
  Digits: '1234',
  From: '+12349013030',
  To: '+18005551212',
});
const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';

describe('the signature of a webhook', () => {
  test('is the one Twilio documents', () => {
    expect(signWebhook('12345', url, form)).toBe(signature);
    expect(isSignedBy('12345', { urls: [url], form, signature })).toBe(true);
  });

  test('holds for any of our URLs, with and without the usual port', () => {
    const ported = 'https://mycompany.com:443/myapp.php?foo=1&bar=2';
    for (const signed of [url, ported])
      for (const known of [url, ported]) {
        const told = signWebhook('12345', signed, form);
        expect(isSignedBy('12345', { urls: ['https://x.example/', known], form, signature: told })).toBe(
          true,
        );
      }
  });

  test.each<[string, { token?: string; url?: string; form?: URLSearchParams; signature?: string }]>([
    ['another token', { token: '12346' }],
    ['another path', { url: 'https://mycompany.com/other.php?foo=1&bar=2' }],
    ['another host', { url: 'https://mycompany.org/myapp.php?foo=1&bar=2' }],
    ['another scheme', { url: 'http://mycompany.com/myapp.php?foo=1&bar=2' }],
    ['a changed value', { form: new URLSearchParams({ ...Object.fromEntries(form), To: '+18005551213' }) }],
    ['a further value', { form: new URLSearchParams([...form, ['X', '']]) }],
    ['no signature', { signature: '' }],
    ['something else', { signature: 'x'.repeat(28) }],
    ['something long', { signature: 'x'.repeat(100_000) }],
  ])('is refused for %s', (_what, given) => {
    const urls = [given.url ?? url];
    const told = { urls, form: given.form ?? form, signature: given.signature ?? signature };
    expect(isSignedBy(given.token ?? '12345', told)).toBe(false);
  });

  test('is refused where there is none', () => {
    expect(isSignedBy('12345', { urls: [url], form, signature: undefined })).toBe(false);
    expect(isSignedBy('12345', { urls: ['no url'], form, signature })).toBe(false);
  });
});
