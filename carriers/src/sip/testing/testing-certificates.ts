import type { SipTlsFiles } from '../../carrier.ts';

const folder = new URL('certificates/', import.meta.url);
const at = (name: string) => new URL(name, folder).pathname;

/** Our own authority, which nobody else trusts; its certificates last a hundred years and protect nothing. */
const authorities = at('authority.pem');

/** Of `localhost`, 127.0.0.1 and ::1. */
export const localTls: SipTlsFiles = { certificate: at('ours.pem'), key: at('ours.key.pem'), authorities };

/** Of `sip.example.com`. */
export const namedTls: SipTlsFiles = { certificate: at('named.pem'), key: at('named.key.pem'), authorities };

/** Trusts the two, and has no certificate itself. */
export const trustingTls: SipTlsFiles = { authorities };
