import { parseNameAddress } from './message/header-values.ts';
import type { ServerTransaction } from './transactions/server-transaction.ts';

/** The longest registration we grant, and the one of phones that ask for none (RFC 3261 section 10.2.1.1). */
const longestSeconds = 3600;

/**
 * Answers REGISTER of a phone on this machine. Nobody is ever rung by it, so nothing is kept: it is for phones
 * that will not dial before they are registered somewhere.
 */
export function answerRegister(transaction: ServerTransaction): void {
  const { headers } = transaction.request;
  const asked = Number(headers.find('expires') ?? longestSeconds);
  const contact = headers.list('contact').flatMap((value) => {
    const address = parseNameAddress(value);
    if (!address?.parsedUri) return [];
    const seconds = Number(address.parameters.get('expires') ?? asked);
    const granted = Number.isInteger(seconds)
      ? Math.min(Math.max(seconds, 0), longestSeconds)
      : longestSeconds;
    return granted === 0 ? [] : [`<${address.uri}>;expires=${granted}`];
  });
  transaction.reply(200, { headers: contact.length > 0 ? { contact } : {} });
}
