import { z } from 'zod';
import { AgentFunctions } from './agent-functions.ts';
import { agentLimits } from './agent-rules.ts';
import { agentTemplates } from './agent-templates.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';
import { SpokenLanguage, VoiceProfile } from './voices.ts';

export { agentCan, agentLimits } from './agent-rules.ts';

export const AgentType = z.enum(['inbound', 'outbound']);
export const AgentState = z.enum(['active', 'inactive']);
export type AgentType = z.output<typeof AgentType>;
export type AgentState = z.output<typeof AgentState>;

/** A voice agent with the wire names of the specification. */
export const VoiceAgent = z.object({
  agent_uuid: z.string(),
  agent_name: z.string(),
  agent_type: AgentType,
  agent_state: AgentState,
  is_draft: z.union([z.literal(0), z.literal(1)]),
  voice_profile: VoiceProfile.nullable(),
  agent_language: SpokenLanguage,
  assigned_phone: z.array(z.string()),
  updated_at: z.string(),
  /** Who saved it last; empty for agents the product made. */
  edited_by: z.string(),
  agent_prompt: z.string(),
  /** `play`: the agent greets first with `agent_welcome_msg`; `silent`: the customer speaks first (EDITOR-3). */
  agent_welcome_msg_type: z.enum(['play', 'silent']),
  agent_welcome_msg: z.string(),
  /** JSON text of the array of functions. */
  agent_function: z.string(),
  agent_kb: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Grows by one with every save; a save names the version it was based on. */
  version: z.int(),
  /** The version that calls use; null for a draft that was never published (EDITOR-2). */
  published_version: z.int().nullable(),
});
export type VoiceAgent = z.output<typeof VoiceAgent>;

const AgentName = z
  .string()
  .trim()
  .min(1, 'Give the agent a name.')
  .max(agentLimits.nameLength, `At most ${agentLimits.nameLength} characters.`);
const AgentId = z.object({ id: idOf('agent') });

/** What the agent page saves. Fields left out stay as they are. */
export const AgentInput = z
  .object({
    id: idOf('agent'),
    agent_name: AgentName,
    agent_prompt: z.string().max(agentLimits.promptLength, `At most ${agentLimits.promptLength} characters.`),
    agent_welcome_message_type: z.enum(['play', 'silent']),
    agent_welcome_message: z
      .string()
      .max(agentLimits.welcomeLength, `At most ${agentLimits.welcomeLength} characters.`),
    /** The functions, or the JSON text of them. */
    agent_functions: z.union([
      AgentFunctions,
      z
        .string()
        .max(200_000)
        .transform((text, context) => {
          try {
            return JSON.parse(text) as unknown;
          } catch {
            context.addIssue({ code: 'custom', message: 'This is not JSON.' });
            return z.NEVER;
          }
        })
        .pipe(AgentFunctions),
    ]),
    /** The knowledge bases it looks things up in, by id. */
    agent_kb: z.array(z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])).max(20),
    /** Named by the specification; merge fields are found in the texts. */
    dynamic_variable: z.array(z.unknown()).max(500),
    agent_voice: z.string().max(100),
    /** What it speaks and expects to hear. */
    agent_language: SpokenLanguage,
    based_on_version: z.int(),
  })
  .partial();
export type AgentInput = z.output<typeof AgentInput>;

/** A saved version as the history lists it. */
export const AgentVersion = z.object({
  version: z.int(),
  saved_at: z.string(),
  saved_by: z.string(),
  is_published: z.boolean(),
  /** When it was made the one calls use; null when it never was. */
  published_at: z.string().nullable(),
  published_by: z.string(),
});
export type AgentVersion = z.output<typeof AgentVersion>;

/** What a version holds, for reading, comparing and restoring. */
export const AgentVersionContent = AgentVersion.extend({
  agent_name: z.string(),
  agent_prompt: z.string(),
  agent_welcome_msg_type: z.enum(['play', 'silent']),
  agent_welcome_msg: z.string(),
  agent_function: z.string(),
  agent_kb: z.array(z.object({ id: z.string(), name: z.string() })),
  voice_profile: VoiceProfile.nullable(),
  agent_language: SpokenLanguage,
});
export type AgentVersionContent = z.output<typeof AgentVersionContent>;

const VersionOf = z.object({ id: idOf('agent'), version: z.coerce.number().int().min(1).max(1_000_000) });

export const agentRoutes = {
  list: route({
    method: 'GET',
    path: '/voice-agent',
    summary: 'Lists the voice agents of the workspace, last edited first.',
    tag: 'Agents',
    access: 'signed-in',
    status: 200,
    answer: z.object({ agents: z.array(VoiceAgent) }),
  }),
  create: route({
    method: 'POST',
    path: '/voice-agent',
    summary: 'Creates a voice agent as a draft, empty or from a template.',
    tag: 'Agents',
    access: 'edit',
    body: z.object({
      agent_name: AgentName,
      agent_type: AgentType,
      template: z.enum(agentTemplates.map((template) => template.id)).optional(),
    }),
    status: 201,
    answer: z.object({ agent_uuid: z.string() }),
  }),
  get: route({
    method: 'GET',
    path: '/voice-agent/{id}',
    summary: 'One voice agent.',
    tag: 'Agents',
    access: 'signed-in',
    params: AgentId,
    status: 200,
    answer: z.object({ agent: VoiceAgent }),
    errors: ['agent_not_found'],
  }),
  save: route({
    method: 'PUT',
    path: '/voice-agent/{id}',
    summary: 'Saves a voice agent as a new version. Calls use it once it is published.',
    tag: 'Agents',
    access: 'edit',
    params: AgentId,
    body: AgentInput,
    status: 200,
    answer: z.object({ agent: VoiceAgent }),
    errors: ['agent_not_found', 'agent_changed_meanwhile'],
  }),
  publish: route({
    method: 'POST',
    path: '/voice-agent/{id}/publish',
    summary: 'Makes a saved version the one that calls use. Running calls keep theirs.',
    tag: 'Agents',
    access: 'edit',
    params: AgentId,
    body: z.object({ version: z.int().min(1).max(1_000_000) }),
    status: 200,
    answer: z.object({ agent: VoiceAgent }),
    errors: ['agent_not_found', 'agent_version_not_found', 'agent_prompt_missing'],
  }),
  listVersions: route({
    method: 'GET',
    path: '/voice-agent/{id}/versions',
    summary: 'Lists the saved versions of an agent, newest first.',
    tag: 'Agents',
    access: 'signed-in',
    params: AgentId,
    query: z.object({ before: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    status: 200,
    answer: z.object({ versions: z.array(AgentVersion), has_more: z.boolean() }),
    errors: ['agent_not_found'],
  }),
  getVersion: route({
    method: 'GET',
    path: '/voice-agent/{id}/versions/{version}',
    summary: 'What a saved version holds.',
    tag: 'Agents',
    access: 'signed-in',
    params: VersionOf,
    status: 200,
    answer: z.object({ version: AgentVersionContent }),
    errors: ['agent_not_found', 'agent_version_not_found'],
  }),
  restoreVersion: route({
    method: 'POST',
    path: '/voice-agent/{id}/versions/{version}/restore',
    summary: 'Saves what an older version holds as the newest one. Nothing is published.',
    tag: 'Agents',
    access: 'edit',
    params: VersionOf,
    body: z.object({ based_on_version: z.int() }).partial(),
    status: 200,
    answer: z.object({ agent: VoiceAgent }),
    errors: ['agent_not_found', 'agent_version_not_found', 'agent_changed_meanwhile'],
  }),
  setState: route({
    method: 'PATCH',
    path: '/voice-agent/{id}',
    summary: 'Switches a voice agent on or off.',
    tag: 'Agents',
    access: 'edit',
    params: AgentId,
    body: z.object({ agent_uuid: z.string().optional(), agent_state: AgentState }),
    status: 200,
    answer: z.object({ agent: VoiceAgent }),
    errors: ['agent_not_found', 'agent_is_draft'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/voice-agent/{id}',
    summary: 'Deletes a voice agent. Its calls stay in the call log.',
    tag: 'Agents',
    access: 'edit',
    params: AgentId,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['agent_not_found'],
  }),
};
