import type { CallDesk } from '../call-desk.ts';
import { listTurns } from '../queries.ts';
import type { RunningCall } from '../running-call.ts';
import { writeBriefing } from './briefing-text.ts';

/** What somebody would be told now who takes the call: by the model's summary, else by what was said so far. */
export async function briefingOfCall(desk: CallDesk, running: RunningCall, summary: string): Promise<string> {
  const { row, agent } = running;
  // The last words of the customer are on their way to the record.
  await running.settled();
  return writeBriefing({
    language: agent.settings.language,
    agentName: row.agentName,
    customerName: row.fields['name'] ?? row.fields['first_name'] ?? '',
    summary,
    turns: await listTurns(desk.platform.db.queries, [row.id]),
  });
}
