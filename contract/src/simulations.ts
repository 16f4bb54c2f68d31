import { z } from 'zod';
import { AgentInput } from './agents.ts';
import { CallFields } from './calls.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';
import { simulationTextLimit } from './simulation-rules.ts';

export { simulationAudio, simulationClose, simulationSocketPath } from './simulation-rules.ts';

/** What a page sends besides audio, as JSON text. Audio comes as binary messages of one frame each, both ways. */
export const SimulationMessage = z.discriminatedUnion('type', [
  /** The page writes and sends no audio: it is not listened to. */
  z.object({ type: z.literal('writes') }),
  z.object({ type: z.literal('typed'), text: z.string().trim().min(1).max(simulationTextLimit) }),
  z.object({ type: z.literal('hang_up') }),
]);
export type SimulationMessage = z.output<typeof SimulationMessage>;

export const simulationRoutes = {
  options: route({
    method: 'GET',
    path: '/simulations/options',
    summary: 'Whether an agent can be talked to in the browser, and how.',
    tag: 'Agents',
    access: 'signed-in',
    status: 200,
    answer: z.object({
      is_available: z.boolean(),
      /** A recogniser of speech is there: without one the agent is written to. */
      hears_speech: z.boolean(),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/simulations',
    summary: 'Begins a simulated call with an agent. It waits some seconds for the WebSocket of its page.',
    tag: 'Agents',
    access: 'edit',
    body: z.object({
      agent_id: idOf('agent'),
      /** The agent as it stands in the editor; nothing of it is saved. Without it the newest saved version talks. */
      draft: AgentInput.omit({ id: true, based_on_version: true }).optional(),
      /** Sample values of merge fields, by name. */
      fields: CallFields.optional(),
      by: z.enum(['microphone', 'typing']),
      /** What was said before: the conversation goes on from there, without a greeting. */
      prior: z
        .array(z.object({ speaker: z.enum(['agent', 'customer']), text: z.string().min(1).max(5_000) }))
        .max(200)
        .optional(),
    }),
    status: 201,
    answer: z.object({ call_id: z.string() }),
    errors: ['agent_not_found', 'simulation_unavailable', 'calls_at_limit', 'unavailable'],
    perMinute: 30,
  }),
};
