/** What a scripted customer does, at times in ms of media since the answer. */
export type CustomerStep =
  /** Speaks these words for about `durationMs`, in a made-up voice or in these samples at the rate of the call. */
  | { atMs: number; does: 'speaks'; text: string; durationMs: number; samples?: Int16Array }
  /** A cough, a door: sound without words. */
  | { atMs: number; does: 'makes_noise'; durationMs: number }
  | { atMs: number; does: 'presses'; digits: string }
  | { atMs: number; does: 'types'; text: string }
  | { atMs: number; does: 'holds' | 'resumes' | 'is_lost' | 'writes' }
  /** The world ends the call, as the owner of the call would. */
  | { atMs: number; does: 'hangs_up' };

/** A sound the customer makes, in media time. */
export type Sound = { startMs: number; endMs: number; text: string; samples?: Int16Array | undefined };

/** All sounds of a script. */
export function soundsOf(script: readonly CustomerStep[]): Sound[] {
  return script.flatMap((step) => {
    if (step.does !== 'speaks' && step.does !== 'makes_noise') return [];
    const text = step.does === 'speaks' ? step.text : '';
    const samples = step.does === 'speaks' ? step.samples : undefined;
    return [{ startMs: step.atMs, endMs: step.atMs + step.durationMs, text, samples }];
  });
}
