import { z } from 'zod';
import { AgentFunction } from './agent-functions.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

/** What a function asked and got: shown by the Try it button. */
export const FunctionTrial = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    /** Names only: values may be secret. */
    headers: z.array(z.string()),
    body: z.string(),
  }),
  /** Null when there was no answer. */
  answer: z.object({ status: z.int(), body: z.string(), is_cut: z.boolean() }).nullable(),
  /** What the agent would be told. */
  result: z.string(),
  took_ms: z.number(),
});
export type FunctionTrial = z.output<typeof FunctionTrial>;

export const functionRoutes = {
  tryFunction: route({
    method: 'POST',
    path: '/voice-agent/{id}/try-function',
    summary: 'Runs a custom function once with sample arguments, as a call would.',
    tag: 'Agents',
    access: 'edit',
    params: z.object({ id: idOf('agent') }),
    body: z.object({
      function: AgentFunction,
      arguments: z.record(z.string().max(64), z.unknown()).default({}),
    }),
    status: 200,
    answer: FunctionTrial,
    errors: ['agent_not_found', 'function_cannot_be_tried', 'function_arguments_invalid'],
    perMinute: 60,
  }),
};
