import type { Session } from '@parley/contract/accounts';

/** Where a session is, in words: its country where it is known, and its address. */
export function placeOf({ address, country_code: code }: Pick<Session, 'address' | 'country_code'>): string {
  const country = code === null ? undefined : findCountryName(code);
  const where = isThisMachine(address) ? 'This computer' : address;
  return [country, where].filter(Boolean).join(' · ') || 'Unknown place';
}

function findCountryName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code);
  } catch {
    return undefined;
  }
}

/** Loopback: the server runs where the browser does. */
function isThisMachine(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
