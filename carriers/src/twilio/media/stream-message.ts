import { z } from 'zod';

/** Longest sound of one message: 200 ms. Twilio sends 20 ms. */
const longestCodes = 1_600;

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`));

/** The first message that says whose stream it is. */
export const StreamStart = z.object({
  event: z.literal('start'),
  start: z.object({
    streamSid: sid('MZ'),
    accountSid: sid('AC'),
    callSid: sid('CA'),
    customParameters: z.record(z.string().max(100), z.string().max(200)).default({}),
    mediaFormat: z.object({
      encoding: z.literal('audio/x-mulaw'),
      sampleRate: z.literal(8000),
      channels: z.literal(1),
    }),
  }),
});
export type StreamStart = z.output<typeof StreamStart>['start'];

/** What a stream says while it runs, as far as it is used. */
export type StreamMessage =
  | { event: 'media'; codes: Uint8Array }
  | { event: 'dtmf'; digit: string }
  | { event: 'mark'; name: string };

/** Reads a message of a running stream; undefined for one that is of no use, or none at all. Never throws. */
export function readStreamMessage(text: string): StreamMessage | undefined {
  const message = parseObject(text);
  if (message === undefined) return undefined;
  if (message['event'] === 'media') {
    const { payload, track } = objectIn(message, 'media');
    if (typeof payload !== 'string' || (track !== undefined && track !== 'inbound')) return undefined;
    const codes = Buffer.from(payload, 'base64');
    return codes.length === 0 || codes.length > longestCodes ? undefined : { event: 'media', codes };
  }
  if (message['event'] === 'dtmf') {
    const { digit } = objectIn(message, 'dtmf');
    return typeof digit === 'string' && /^[0-9*#A-D]$/.test(digit) ? { event: 'dtmf', digit } : undefined;
  }
  if (message['event'] === 'mark') {
    const { name } = objectIn(message, 'mark');
    return typeof name === 'string' ? { event: 'mark', name } : undefined;
  }
  return undefined;
}

/** The event of a message, without reading the rest; undefined where it is none of a stream. */
export function eventOf(text: string): string | undefined {
  // Twilio writes the event first; where it did not, the message is read whole.
  const [, event] = /^\s*\{\s*"event"\s*:\s*"([a-z]{1,20})"/.exec(text) ?? [];
  if (event !== undefined) return event;
  const named = parseObject(text)?.['event'];
  return typeof named === 'string' ? named : undefined;
}

/** A JSON object; undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function objectIn(message: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = message[name];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
