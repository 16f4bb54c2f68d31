import { toE164 } from '@parley/contract/phone';
import { z } from 'zod';
import type { CodecName } from '../media-messages.ts';
import { codecNames } from '../media-messages.ts';

const text = (maxLength: number) => z.string().trim().max(maxLength);
/** Neither control characters nor those that end an address may come into a header (RFC 3261 section 25.1). */
const hostPattern = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/;

/** The form of a trunk; fields that are `isMain` come first. Lists are written with commas, as people write them. */
export const trunkSettings = z.object({
  host: text(255)
    .regex(hostPattern, 'Give a host name or address, such as sip.example.com or 192.0.2.10:5060.')
    .meta({
      label: 'Server',
      help: 'Host name or address of your SIP provider or telephone system.',
      isMain: true,
    }),
  port: z
    .int()
    .min(1)
    .max(65535)
    .optional()
    .meta({ label: 'Port', help: 'Leave empty unless your provider names one.' }),
  transport: z
    .enum(['udp', 'tcp', 'tls'])
    .default('udp')
    .meta({
      label: 'Transport',
      help: 'UDP suits most providers. TCP helps behind strict firewalls. TLS encrypts who calls whom.',
      choices: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    }),
  audioEncryption: z
    .enum(['offered', 'required'])
    .default('offered')
    .meta({
      label: 'Audio encryption',
      help: 'Required: no call without SRTP. Choose TLS as well, or the keys can be read on their way.',
      choices: { offered: 'When the provider offers it', required: 'Required' },
    }),
  username: text(255)
    .default('')
    .meta({ label: 'User name', help: 'Empty when your provider knows you by address.', isMain: true }),
  password: text(255).default('').meta({ label: 'Password', secret: true, isMain: true }),
  register: z.boolean().default(false).meta({
    label: 'Register',
    help: 'On when your provider rings you at the place you registered from.',
    isMain: true,
  }),
  numbers: text(2000).default('').meta({
    label: 'Numbers',
    help: 'Your numbers at this trunk, such as +14155550123, with commas between them. They appear among your phone numbers.',
    isMain: true,
  }),
  callerId: text(32)
    .regex(/^\+?[0-9A-Za-z_.-]*$/, 'Give a number such as +14155550123.')
    .default('')
    .meta({
      label: 'Caller ID',
      help: 'Shown to the called person when an agent has no number of its own here.',
    }),
  allowedAddresses: text(2000).default('').meta({
    label: 'Allowed addresses',
    help: 'Further addresses or networks that calls may come from, such as 192.0.2.0/24, with commas between them.',
  }),
  inboundUsername: text(255).default('').meta({
    label: 'User name for incoming calls',
    help: 'When set, calls from any address are let in with this user name and password.',
  }),
  inboundPassword: text(255).default('').meta({ label: 'Password for incoming calls', secret: true }),
  inboundDigest: z
    .enum(['md5', 'sha-256'])
    .default('md5')
    .meta({
      label: 'Password scheme for incoming calls',
      help: 'SHA-256 is stronger. Some phones and providers know only MD5, and give up when asked for more.',
      choices: { md5: 'MD5', 'sha-256': 'SHA-256' },
    }),
  outboundProxy: text(255)
    .refine((value) => value === '' || hostPattern.test(value), 'Give a host name or address.')
    .default('')
    .meta({ label: 'Outbound proxy', help: 'Only when your provider asks for one.' }),
  codecs: text(100)
    .refine(
      (value) => listWords(value).every((word) => findCodec(word)),
      `Use ${codecNames.join(', ')}, with commas between them.`,
    )
    .default('')
    .meta({ label: 'Codecs', help: `Best first. Empty: ${codecNames.join(', ')}.` }),
  coldTransfers: z
    .enum(['refer', 'join'])
    .default('refer')
    .meta({
      label: 'Cold transfers',
      help: 'Where the provider refuses, two lines are joined here. Joined lines stay recorded and show the number you chose.',
      choices: { refer: 'Ask the provider to hand the call over', join: 'Always join two lines here' },
    }),
  dialFormat: z
    .enum(['plus', 'digits'])
    .default('plus')
    .meta({
      label: 'Number format',
      help: 'How your provider wants the numbers that are dialled.',
      choices: { plus: 'With a plus: +14155550123', digits: 'Digits only: 14155550123' },
    }),
});
export type TrunkSettings = z.output<typeof trunkSettings>;

/** Words of a list with commas, spaces or lines between them. */
export function listWords(list: string): string[] {
  return list.split(/[\s,;]+/).filter((word) => word !== '');
}

/** The codecs of a trunk, best first. */
export function listCodecs(settings: TrunkSettings): readonly CodecName[] {
  const chosen = listWords(settings.codecs).flatMap((word) => findCodec(word) ?? []);
  return chosen.length > 0 ? [...new Set(chosen)] : codecNames;
}

/** The numbers of a trunk as code keeps them. A number may be written with blanks: `+1 415 555 0123`. */
export function listNumbers(settings: TrunkSettings): readonly string[] {
  return settings.numbers.split(/[,;\n]+/).flatMap((part) => {
    const words = listWords(part);
    // Its first word is no number yet: the blanks stand within one.
    const isOne = /^[+(]/.test(part.trim()) && toE164(words[0] ?? '') === undefined;
    const whole = isOne ? toE164(part) : undefined;
    return whole === undefined ? words.map((word) => toE164(word) ?? word) : [whole];
  });
}

/** Host and port of a field that may hold both. */
export function splitHost(host: string): { host: string; port: number | undefined } {
  const match = /^\[?([^\]]+?)\]?(?::(\d{1,5}))?$/.exec(host);
  return { host: match?.[1] ?? host, port: match?.[2] === undefined ? undefined : Number(match[2]) };
}

function findCodec(word: string): CodecName | undefined {
  return codecNames.find((name) => name === word.toUpperCase().replace('.', ''));
}
