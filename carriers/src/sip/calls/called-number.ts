import { toE164 } from '@parley/contract/phone';
import { parseNameAddress } from '../message/header-values.ts';
import type { ReceivedRequest } from '../message/message.ts';
import { parseUri } from '../message/uri.ts';
import type { Trunk } from '../trunks/trunk.ts';

/** Names are not numbers, but a softphone may have one; longer ones are cut. */
const maxNumberCharacters = 64;

/**
 * The number that is rung: the user of the Request-URI, or of To where a trunk puts our own user name on the first
 * line, as those we register at do. E.164 where it can be one, else as it stands.
 */
export function findCalledNumber(request: ReceivedRequest, trunk: Trunk | undefined): string {
  const user = parseUri(request.uri)?.user ?? '';
  const toUser = request.to.parsedUri?.user ?? '';
  const isOurName = user === '' || (trunk !== undefined && user === trunk.settings.username);
  return toNumber(isOurName && toUser !== '' ? toUser : user);
}

/** The number that rings. A trunk's P-Asserted-Identity is trusted, a softphone's is not (RFC 3325 section 5). */
export function findCallingNumber(request: ReceivedRequest, trunk: Trunk | undefined): string {
  const asserted = trunk
    ? request.headers
        .list('p-asserted-identity')
        .map((value) => parseNameAddress(value)?.parsedUri?.user)
        .find((user) => user !== undefined && user !== '')
    : undefined;
  const user = asserted ?? request.from.parsedUri?.user ?? '';
  // RFC 3323 section 4.1.1.3: a caller that does not show itself.
  return user.toLowerCase() === 'anonymous' ? '' : toNumber(user);
}

function toNumber(user: string): string {
  const isDialled = /^\+?[\d\s().-]+$/.test(user);
  const number = (isDialled ? toE164(user) : undefined) ?? user;
  return number.replace(/[^\p{L}\p{N}+*#._-]/gu, '').slice(0, maxNumberCharacters);
}
