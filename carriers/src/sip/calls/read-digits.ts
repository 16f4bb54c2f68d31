import type { SipRequest } from '../message/message.ts';

/** Touch-tones sent by INFO, in the two forms that phones and carriers use. Undefined for any other body. */
export function readDigits(request: SipRequest): string | undefined {
  const type = request.headers.find('content-type') ?? '';
  const digit = /^\s*application\/dtmf-relay\s*(;|$)/i.test(type)
    ? /^\s*Signal\s*=\s*([0-9A-D*#]|1[0-5])\s*$/im.exec(request.body)?.[1]
    : /^\s*application\/dtmf\s*(;|$)/i.test(type)
      ? /^\s*([0-9A-D*#])\s*$/i.exec(request.body)?.[1]
      : undefined;
  if (digit === undefined) return undefined;
  // Some senders write the event codes of RFC 4733 section 3.2 instead of the keys.
  return digit.length === 2 ? '*#ABCD'[Number(digit) - 10] : digit.toUpperCase();
}
