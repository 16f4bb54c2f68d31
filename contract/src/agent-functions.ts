import { z } from 'zod';
import { functionLimits } from './agent-function-rules.ts';

export * from './agent-function-rules.ts';

/** JSON schema of a function's arguments: always an object. */
export const FunctionParameters = z
  .object({
    type: z.literal('object'),
    properties: z.record(z.string().max(64), z.record(z.string(), z.unknown())).default({}),
    required: z.array(z.string().max(64)).max(50).default([]),
  })
  .loose();
export type FunctionParameters = z.output<typeof FunctionParameters>;

const base = {
  /** Made by the client; the same function keeps it over saves. */
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(functionLimits.nameLength),
  description: z.string().max(functionLimits.descriptionLength).default(''),
};

/** Where a call is handed to: a number, or what the agent infers from instructions (FUNC-2). */
export const TransferDestination = z.discriminatedUnion('type', [
  z.object({ type: z.literal('predefined'), number: z.string().max(200) }),
  z.object({ type: z.literal('inferred'), prompt: z.string().max(functionLimits.promptLength) }),
]);
export type TransferDestination = z.output<typeof TransferDestination>;

export const TransferOption = z.object({
  type: z.enum(['cold_transfer', 'warm_transfer']).default('cold_transfer'),
  /** Whom the person called sees: the agent's number, or the number of the customer who is handed over. */
  show_transferee_as_caller: z.boolean().default(false),
});
export type TransferOption = z.output<typeof TransferOption>;

const webhook = {
  url: z.string().trim().min(1).max(functionLimits.urlLength),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  /** The agent says something while the function runs. */
  speak_during_execution: z.boolean().default(true),
  /** The agent speaks about the answer. False: it goes on listening. */
  speak_after_execution: z.boolean().default(true),
  parameters: FunctionParameters.default({ type: 'object', properties: {}, required: [] }),
  /** Sent with each request; values are stored encrypted and never sent back to screens. */
  headers: z.record(z.string().max(100), z.string().max(2_000)).optional(),
  timeout_ms: z.int().min(1_000).max(30_000).optional(),
};

/** What an agent may do in a call, in the shapes the specification stores (section 3 of the second document). */
export const AgentFunction = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('end_call') }),
  z.object({ ...base, type: z.literal('press_digit') }),
  z.object({
    ...base,
    type: z.literal('transfer_call'),
    transfer_destination: TransferDestination,
    transfer_option: TransferOption,
  }),
  z.object({ ...base, type: z.literal('check_calendar') }),
  z.object({ ...base, type: z.literal('book_calendar') }),
  z.object({ ...base, ...webhook, type: z.literal('custom') }),
  z.object({ ...base, ...webhook, type: z.literal('custom_function') }),
]);
export type AgentFunction = z.output<typeof AgentFunction>;
export type AgentFunctionType = AgentFunction['type'];
export type WebhookFunction = Extract<AgentFunction, { url: string }>;

export const AgentFunctions = z.array(AgentFunction).max(functionLimits.functions);
