import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The forms that environment variables take. */

export const port = (lowest: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number.')
    .transform(Number)
    .refine((value) => value >= lowest && value <= 65_535, `must be between ${lowest} and 65535.`);

export const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number.')
    .transform(Number)
    .refine(
      (value) => value >= lowest && value <= highest,
      `must be a whole number between ${lowest} and ${highest}.`,
    );

export const webUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL beginning with http:// or https://.',
});

export const onOff = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no'], { error: 'must be true or false.' })
  .transform((value) => ['1', 'true', 'yes'].includes(value));

/** A key of either half: letters, digits, `-` and `_`. */
export const siteKey = z.string().regex(/^[\w-]{10,200}$/, 'must be a key of letters, digits, - and _.');

export const hostName = z.string().regex(/^[0-9A-Za-z.:_-]+$/, 'must be an address or a host name.');

/** An absolute path, of a file that is there. */
export const readableFile = z
  .string()
  .transform((path) => resolve(path))
  .refine(isReadable, 'must be a file that can be read.');

export const rtpPorts = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be a range such as 40000-44999.')
  .transform((value) => value.split('-').map(Number) as [number, number])
  .refine(([low, high]) => low >= 1024 && high <= 65_535, 'must lie between 1024 and 65535.')
  // Each call takes an even port for RTP and the next one for RTCP (RFC 3550 section 11).
  .refine(([low, high]) => high - low >= 3, 'must hold at least four ports.');

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
