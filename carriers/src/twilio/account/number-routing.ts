import { fieldOf, textOf } from '../twilio-error.ts';

/** A number of the account, as far as calls are concerned. */
export type AccountNumber = {
  sid: string;
  /** E.164. */
  number: string;
  /** Where calls to it are led: the address that is asked what to do, or what else takes them. */
  voiceUrl: string;
  statusCallback: string;
  isLedElsewhere: boolean;
};

/** The numbers of a list that can take calls; entries that are none are left out. */
export function readNumbers(entries: readonly unknown[]): AccountNumber[] {
  return entries.flatMap((entry) => {
    const number = textOf(entry, 'phone_number');
    const sid = textOf(entry, 'sid');
    const takesCalls = fieldOf(fieldOf(entry, 'capabilities'), 'voice') !== false;
    if (!/^\+[1-9]\d{4,14}$/.test(number) || !/^PN[0-9a-f]{32}$/.test(sid) || !takesCalls) return [];
    // An application or a trunk takes the calls whatever the voice URL says.
    const isLedElsewhere = [textOf(entry, 'voice_application_sid'), textOf(entry, 'trunk_sid')].some(
      (other) => other !== '',
    );
    const voiceUrl = textOf(entry, 'voice_url');
    return [{ sid, number, voiceUrl, statusCallback: textOf(entry, 'status_callback'), isLedElsewhere }];
  });
}

/** Where Twilio leads a number that nobody has set up. */
const demoUrl = /^https?:\/\/demo\.twilio\.com\//;

/**
 * What is done with a number: `keep`, it rings here already; `lead`, it is led here, for nobody else uses it; `leave`, it
 * serves something else. `isOurs`: the address is one of this product's, for a connection that is no more or this one.
 */
export function routeNumber(
  number: AccountNumber,
  given: { voiceUrl: string; statusUrl: string; isOurs: (url: string) => boolean },
): 'keep' | 'lead' | 'leave' {
  if (number.isLedElsewhere) return 'leave';
  if (number.voiceUrl === given.voiceUrl) return number.statusCallback === given.statusUrl ? 'keep' : 'lead';
  const isFree = number.voiceUrl === '' || demoUrl.test(number.voiceUrl) || given.isOurs(number.voiceUrl);
  return isFree ? 'lead' : 'leave';
}

/** Why Twilio cannot reach the address; undefined where it may. A stand-in on this machine reaches everything here. */
export function describeUnreachable(publicUrl: string, baseUrl: string): string | undefined {
  if (isInside(new URL(baseUrl).hostname)) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  const cure = 'Set PUBLIC_URL to the https address under which the server is reached from the internet.';
  if (isInside(hostname))
    return `Twilio cannot reach this server: its PUBLIC_URL, ${publicUrl}, is an address of your own network. ${cure}`;
  if (protocol !== 'https:')
    return `Twilio sends the sound of calls over secure connections only, and PUBLIC_URL is ${publicUrl}. ${cure}`;
  return undefined;
}

/** Names and addresses that mean nothing on the internet (RFC 1918, RFC 3927, RFC 4193, RFC 6761, RFC 6762). */
function isInside(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    /^(localhost|0\.0\.0\.0|::1?|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*)$/.test(
      name,
    ) ||
    /\.(localhost|local|internal|test|example)$/.test(name) ||
    /^f[cd][0-9a-f]{2}:/.test(name) ||
    (!name.includes('.') && !name.includes(':'))
  );
}
