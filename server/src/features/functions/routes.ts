import { randomUUID } from 'node:crypto';
import { AppError } from '@parley/contract/errors';
import { functionRoutes } from '@parley/contract/functions';
import { checkArguments } from '@parley/engine/tools/tool-arguments';
import type { Platform } from '../../platform/platform.ts';
import type { FunctionsNeeds } from './index.ts';
import { runWebhook } from './run-webhook.ts';

/** Mounts the Try it button of custom functions. */
export function mountFunctionRoutes(
  { db, http, outbound }: Pick<Platform, 'db' | 'http' | 'outbound'>,
  { agents, audit }: FunctionsNeeds,
): void {
  http.mount(functionRoutes.tryFunction, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const agent = await agents.findAgentForCall(db.queries, workspaceId, params.id, 'newest');
    if (agent === undefined) throw AppError.of('agent_not_found');
    // Header values the screen does not know are those that were saved.
    const [opened] = agents.openFunctions([body.function], agent.functions);
    if (opened === undefined || !('url' in opened)) throw AppError.of('function_cannot_be_tried');
    const checked = checkArguments(opened.parameters, JSON.stringify(body.arguments));
    if (!checked.isValid) throw AppError.of('function_arguments_invalid', { problem: checked.problem });
    await db.transaction((tx) =>
      audit.record(tx, context, {
        action: 'agent.function-tried',
        subject: { id: agent.agentId, name: agent.name },
        changes: [{ field: 'function', before: null, after: opened.name }],
      }),
    );
    const { trial } = await runWebhook(
      outbound,
      {
        function: opened,
        arguments: checked.value,
        idempotencyKey: randomUUID(),
        call: { id: 'trial', direction: 'inbound', from_number: '+14155550101', to_number: '+14155550100' },
      },
      new AbortController().signal,
    );
    return trial;
  });
}
