import { z } from 'zod';

/** What is read of a message; the rest is left alone, so that new fields and kinds do no harm. */
const Results = z.object({
  type: z.literal('Results'),
  /** In seconds of the sound sent on this connection; pauses that were not sent do not count. */
  start: z.number(),
  duration: z.number(),
  /** These words will not change any more. */
  is_final: z.boolean(),
  /** The last answer to a `Finalize`. */
  from_finalize: z.boolean().optional(),
  channel: z.object({ alternatives: z.array(z.object({ transcript: z.string() })) }),
});

const Failure = z.object({
  type: z.literal('Error'),
  description: z.string().optional(),
  message: z.string().optional(),
});

export type ServerMessage =
  | {
      type: 'words';
      startS: number;
      endS: number;
      text: string;
      isFinal: boolean;
      isFinalized: boolean;
    }
  | { type: 'error'; message: string }
  | { type: 'other' };

/** Reads a message of the server; `undefined` for one that cannot be read. */
export function readMessage(data: unknown): ServerMessage | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(String(data));
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const failure = Failure.safeParse(parsed);
  if (failure.success)
    return { type: 'error', message: failure.data.description ?? failure.data.message ?? '' };
  if ((parsed as { type?: unknown }).type !== 'Results') return { type: 'other' };
  const results = Results.safeParse(parsed);
  if (!results.success) return undefined;
  const { start, duration, is_final: isFinal, from_finalize: isFinalized = false, channel } = results.data;
  const text = channel.alternatives[0]?.transcript ?? '';
  return { type: 'words', startS: start, endS: start + duration, text, isFinal, isFinalized };
}

/** Control messages go as text, sound as binary. */
export const controls = {
  keepAlive: JSON.stringify({ type: 'KeepAlive' }),
  finalize: JSON.stringify({ type: 'Finalize' }),
  closeStream: JSON.stringify({ type: 'CloseStream' }),
};
