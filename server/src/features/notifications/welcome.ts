import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { claimWelcome, insertWelcomes, isWelcomed } from './queries.ts';

/** SHELL-4: what a new workspace finds under its bell, first step first. */
const welcomes = [
  {
    title: 'Ring your first agent',
    text: 'Open Agents and choose Test Voice Agent: it calls you, or a simulated customer, and you read along.',
    link: '/app/voice-agents',
  },
  {
    title: 'Connect your own providers',
    text: 'Connect your own speech and language accounts under Integrations, then Speech and language providers. Until then the built-in voices answer.',
    link: '/app/help-center/connect-providers',
  },
  {
    title: 'Invite your team',
    text: 'Colleagues see the same agents and calls. Invite them from Team and choose what each of them may do.',
    link: '/app/team',
  },
] as const;

/** Gives a workspace its three welcome notifications, once, when somebody looks for the first time. */
export async function ensureWelcome(db: Database, workspaceId: string): Promise<void> {
  if (await isWelcomed(db.queries, workspaceId)) return;
  await db.transaction(async (tx) => {
    if (!(await claimWelcome(tx, workspaceId))) return;
    await insertWelcomes(
      tx,
      workspaceId,
      welcomes.map((welcome) => ({ id: newId('notification'), ...welcome })),
    );
  });
}
