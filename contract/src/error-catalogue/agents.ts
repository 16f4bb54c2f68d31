import type { ErrorRow } from './error-row.ts';

/** Errors of agents, their functions, knowledge and merge fields. */
export const agentsErrors = {
  // Agents
  agent_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'Agent not found' },
  agents_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to fetch voice agents' },
  agent_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load agent data' },
  agent_not_created: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to create agent' },
  agent_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save agent.' },
  agent_not_deleted: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to delete agent.' },
  agent_status_not_changed: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to update agent status. Please try again.',
  },
  agent_is_draft: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message:
      "This agent is in draft mode. Please configure the agent's prompt, functions, and settings to enable activation.",
  },
  agent_inactive: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This agent is switched off. Switch it on to place calls with it.',
  },
  agent_changed_meanwhile: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Someone saved this agent at {savedAt}. Load it again before saving.',
  },
  agent_not_published: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to publish agent.' },
  agent_prompt_missing: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'Write what the agent should do, save it, then publish.',
  },
  agent_version_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This version of the agent does not exist.',
  },
  function_cannot_be_tried: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'Only functions that call a web address can be tried.',
  },
  function_arguments_invalid: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'These arguments do not fit the function: {problem}',
  },
  // Tests of agents
  scenario_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'This test no longer exists.' },
  scenario_limit_reached: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'An agent has at most {limit} tests. Delete one first.',
  },
  tests_running: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'The tests of this agent are running. Wait until they are done.',
  },
  call_has_no_words: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'The customer said nothing in this call that a test could repeat.',
  },
  tests_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load the tests.' },
  test_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save the test.' },
  tests_not_run: { kind: 'SERVER_ERROR', status: 500, message: 'The tests could not be started.' },
  // Knowledge and merge fields
  knowledge_bases_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load knowledge bases',
  },
  knowledge_base_not_created: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to create knowledge base',
  },
  knowledge_base_not_deleted: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to delete knowledge base',
  },
  knowledge_base_not_saved: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to save knowledge base',
  },
  knowledge_not_searched: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The knowledge base could not be searched.',
  },
  knowledge_base_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This knowledge base does not exist.',
  },
  knowledge_item_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This text or page is no longer in the knowledge base.',
  },
  knowledge_limit_reached: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'There is room for {limit} here. Remove something first.',
  },
  knowledge_file_not_sent: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The file did not reach the server. Please try again.',
  },
  knowledge_file_refused: {
    kind: 'VALIDATION_ERROR',
    status: 422,
    message: 'This file was not taken. {reason}',
  },
  merge_fields_not_loaded: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to load company fields' },
  merge_field_not_created: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to create merge field' },
  merge_field_not_saved: { kind: 'SERVER_ERROR', status: 500, message: 'Failed to save merge field' },
  merge_field_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This merge field does not exist any more.',
  },
  merge_field_exists: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'There is a merge field called {name} already.',
  },
  merge_field_limit_reached: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} merge fields.',
  },
  voice_not_found: { kind: 'VALIDATION_ERROR', status: 404, message: 'There is no such voice.' },
  voice_not_heard: {
    kind: 'SERVER_ERROR',
    status: 502,
    message: '{provider} could not speak: {problem}',
  },
  voice_not_played: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'The voice could not be heard. Please try again.',
  },
  voices_not_loaded: {
    kind: 'SERVER_ERROR',
    status: 500,
    message: 'Failed to load voice profiles. Please try again.',
  },
} as const satisfies Record<string, ErrorRow>;
