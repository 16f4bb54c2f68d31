import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The signature of a webhook (https://www.twilio.com/docs/usage/webhooks/webhooks-security): HMAC-SHA1, with the auth
 * token, of the URL as it was called followed by each parameter's name and value, sorted by name.
 */
export function signWebhook(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const written = names
    // A parameter that comes several times counts once for each distinct value.
    .map((name) =>
      [...new Set(form.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('');
  return createHmac('sha1', authToken)
    .update(url + written, 'utf8')
    .digest('base64');
}

/** Whether the signature is that of one of the URLs, with or without the port that its scheme has anyway. */
export function isSignedBy(
  authToken: string,
  given: { urls: readonly string[]; form: URLSearchParams; signature: string | undefined },
): boolean {
  const { urls, form, signature } = given;
  if (signature === undefined || signature === '' || signature.length > 100) return false;
  const told = Buffer.from(signature);
  return urls.flatMap(withAndWithoutPort).some((url) => {
    const right = Buffer.from(signWebhook(authToken, url, form));
    return right.length === told.length && timingSafeEqual(right, told);
  });
}

/** Twilio signs some URLs with the port and some without, whatever the number says. */
function withAndWithoutPort(url: string): string[] {
  const [, scheme = '', host = '', port, rest = ''] =
    /^(https?):\/\/([^/:]+|\[[^\]]+\])(:\d+)?(.*)$/.exec(url) ?? [];
  if (scheme === '') return [url];
  const named = port ?? (scheme === 'https' ? ':443' : ':80');
  return [`${scheme}://${host}${named}${rest}`, `${scheme}://${host}${rest}`];
}
