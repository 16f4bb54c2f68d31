import type { TrunkSettings } from './trunk-settings.ts';
import { trunkSettings } from './trunk-settings.ts';

/**
 * One trunk of the operator, read from the variables SIP_TRUNK_*: HOST (the only one that must be there), PORT,
 * TRANSPORT, AUDIO_ENCRYPTION, USERNAME, PASSWORD, REGISTER, NUMBERS, CALLER_ID, ALLOWED_ADDRESSES, INBOUND_USERNAME,
 * INBOUND_PASSWORD, INBOUND_DIGEST, OUTBOUND_PROXY, CODECS and DIAL_FORMAT. Registers when there is a user name, unless
 * SIP_TRUNK_REGISTER says `false`. Undefined without a host. Throws a sentence naming a value that cannot be used.
 */
export function trunkFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): TrunkSettings | undefined {
  const read = (name: string) => environment[`SIP_TRUNK_${name}`]?.trim() || undefined;
  const host = read('HOST');
  if (host === undefined) return undefined;
  const register = read('REGISTER')?.toLowerCase();
  const parsed = trunkSettings.safeParse({
    host,
    port: read('PORT') === undefined ? undefined : Number(read('PORT')),
    transport: read('TRANSPORT')?.toLowerCase(),
    audioEncryption: read('AUDIO_ENCRYPTION')?.toLowerCase(),
    username: read('USERNAME'),
    password: read('PASSWORD'),
    register:
      register === undefined ? read('USERNAME') !== undefined : ['true', '1', 'yes', 'on'].includes(register),
    numbers: read('NUMBERS'),
    callerId: read('CALLER_ID'),
    allowedAddresses: read('ALLOWED_ADDRESSES'),
    inboundUsername: read('INBOUND_USERNAME'),
    inboundPassword: read('INBOUND_PASSWORD'),
    inboundDigest: read('INBOUND_DIGEST')?.toLowerCase(),
    outboundProxy: read('OUTBOUND_PROXY'),
    codecs: read('CODECS'),
    dialFormat: read('DIAL_FORMAT')?.toLowerCase(),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? '').replace(/[A-Z]/g, (letter) => `_${letter}`);
  throw new Error(`SIP_TRUNK_${name.toUpperCase()} cannot be used: ${issue?.message}`);
}
