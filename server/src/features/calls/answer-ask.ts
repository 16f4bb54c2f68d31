import type { CallDesk } from './call-desk.ts';
import type { OutsideQuestion } from './thread/thread-messages.ts';
import { transferCall } from './transfer/transfer-call.ts';

/** A call asks for what it cannot do itself, in its thread. Rejects when the call is not one of this process. */
export async function answerAsk(
  desk: CallDesk,
  callId: string,
  question: OutsideQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const running = desk.find(callId);
  if (!running) throw new Error('This call does not run here.');
  const { row, agent } = running;
  const { functions, knowledge } = desk.needs;
  switch (question.kind) {
    case 'tool':
      return await functions.run(
        {
          id: row.id,
          workspaceId: row.workspaceId,
          direction: row.direction === 0 ? 'inbound' : 'outbound',
          fromNumber: row.fromNumber,
          toNumber: row.toNumber,
          transfer: (plan, during) => transferCall(desk, running, plan, during),
        },
        agent.functions,
        question.run,
        signal,
      );
    case 'knowledge':
      return await knowledge.search(row.workspaceId, agent.knowledgeBaseIds, question.text, signal);
  }
}
