import type { LineEvent } from '../calls/phone.ts';

/**
 * Times from each final text to the first sound of the agent on the same line, in ms. A final text that nothing
 * followed within `withinMs`, or that came while the agent was still heard, is left out and counted.
 */
export function matchAnswers(options: {
  finals: readonly { call: number; atMs: number }[];
  events: readonly LineEvent[];
  withinMs: number;
}): { delaysMs: number[]; unanswered: number } {
  const delaysMs: number[] = [];
  let unanswered = 0;
  const begins = groupByCall(options.events.filter(({ kind }) => kind === 'agent.began'));
  for (const { call, atMs } of options.finals) {
    const next = begins.get(call)?.find((event) => event.atMs > atMs);
    if (next && next.atMs - atMs <= options.withinMs) delaysMs.push(next.atMs - atMs);
    else unanswered += 1;
  }
  return { delaysMs, unanswered };
}

/** One customer cut in: how long until the agent was silent; null when it went on. */
export type Interruption = { clip: string; delayMs: number | null };

/**
 * Looks, for each time a customer began over the agent, when the agent fell silent. A begin that nothing followed at the
 * end of the run, within `withinMs` of the last event, is left out: the run was over. So is one for which the agent had
 * fallen silent already, as it may for the breath before a word: nobody was spoken over.
 */
export function matchInterruptions(options: {
  events: readonly LineEvent[];
  withinMs: number;
}): Interruption[] {
  const { events, withinMs } = options;
  const endMs = Math.max(...events.map(({ atMs }) => atMs));
  return [...groupByCall(events).values()].flatMap((ofCall) => {
    const sorted = [...ofCall].sort((one, other) => one.atMs - other.atMs);
    return sorted.flatMap((event, i): Interruption[] => {
      if (event.kind !== 'customer.began' || endMs - event.atMs < withinMs) return [];
      const before = sorted.slice(0, i).findLast(({ kind }) => kind !== 'customer.began');
      if (before?.kind === 'agent.fell-silent') return [];
      const silent = sorted.slice(i + 1).find(({ kind }) => kind === 'agent.fell-silent');
      const delayMs = silent ? silent.atMs - event.atMs : null;
      return [{ clip: event.clip ?? '', delayMs: delayMs !== null && delayMs <= withinMs ? delayMs : null }];
    });
  });
}

function groupByCall(events: readonly LineEvent[]): Map<number, LineEvent[]> {
  return Map.groupBy(events, ({ call }) => call);
}
