import { z } from 'zod';
import { agentTestLimits, testStates } from './agent-test-rules.ts';
import { CallFields } from './calls.ts';
import { idOf } from './ids.ts';
import { route } from './route.ts';

export * from './agent-test-rules.ts';

const limits = agentTestLimits;
const words = z.string().trim().min(1).max(limits.checkLength);

/** Something that is looked for in the conversation of a test. */
export const ScenarioCheck = z.discriminatedUnion('kind', [
  /** The agent says these words; case and punctuation do not count. */
  z.object({ kind: z.literal('says'), text: words }),
  /** The agent uses the function of this name. */
  z.object({ kind: z.literal('uses_function'), name: words }),
  /** The agent ends the call. */
  z.object({ kind: z.literal('ends_call') }),
  /** In plain words: a language model judges it. Without one it is not decided. */
  z.object({ kind: z.literal('judged'), text: words }),
]);
export type ScenarioCheck = z.output<typeof ScenarioCheck>;

/** What a customer wants and how the agent is expected to treat them. */
export const ScenarioInput = z.object({
  name: z.string().trim().min(1, 'Name is required').max(limits.nameLength),
  /** Who calls, in plain words: what a simulated customer plays. */
  persona: z.string().trim().max(limits.personaLength).default(''),
  goal: z.string().trim().max(limits.goalLength).default(''),
  /** What the customer says, a line a turn: said as they stand where no language model plays the customer. */
  customer_lines: z.array(z.string().trim().min(1).max(limits.lineLength)).max(limits.lines).default([]),
  /** Sample values of merge fields, by name. */
  fields: CallFields.default({}),
  /** What functions answer in the test, by name: nothing outside is asked. */
  function_answers: z
    .record(z.string().max(80), z.string().max(limits.answerLength))
    .refine((answers) => Object.keys(answers).length <= 20, 'At most 20 functions.')
    .default({}),
  must: z.array(ScenarioCheck).max(limits.checks).default([]),
  must_not: z.array(ScenarioCheck).max(limits.checks).default([]),
});
export type ScenarioInput = z.output<typeof ScenarioInput>;

export const Scenario = ScenarioInput.extend({ id: z.string() });
export type Scenario = z.output<typeof Scenario>;

/** How one expectation turned out. `is_met` null: nobody could decide it. */
export const TestVerdict = z.object({
  check: ScenarioCheck,
  /** From the list of what must not happen. */
  is_forbidden: z.boolean(),
  is_met: z.boolean().nullable(),
  reason: z.string(),
  /** The agent's words it rests on; empty where there are none. */
  quote: z.string(),
});
export type TestVerdict = z.output<typeof TestVerdict>;

/** A line of a test's conversation; tools stand where they were used. */
export const TestLine = z.discriminatedUnion('speaker', [
  z.object({ speaker: z.literal('agent'), text: z.string() }),
  z.object({ speaker: z.literal('customer'), text: z.string() }),
  z.object({ speaker: z.literal('tool'), name: z.string(), arguments: z.string(), text: z.string() }),
  z.object({ speaker: z.literal('end'), text: z.string() }),
]);
export type TestLine = z.output<typeof TestLine>;

export const TestResult = z.object({
  id: z.string(),
  scenario_id: z.string(),
  /** The scenario's name when it was run. */
  name: z.string(),
  state: z.enum(testStates),
  /** Why it could not be held; empty otherwise. */
  problem: z.string(),
  verdicts: z.array(TestVerdict),
  transcript: z.array(TestLine),
});
export type TestResult = z.output<typeof TestResult>;

/** Conversations held with one version of the agent. */
export const TestRun = z.object({
  id: z.string(),
  /** The saved version they were held with. */
  version: z.int(),
  /** Who played the customer and judged: a language model, or the script and rules. */
  judged_by: z.enum(['model', 'rules']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  results: z.array(TestResult),
});
export type TestRun = z.output<typeof TestRun>;

const OfAgent = z.object({ id: idOf('agent') });
const OfScenario = z.object({ id: idOf('scenario') });

export const agentTestRoutes = {
  list: route({
    method: 'GET',
    path: '/voice-agent/{id}/tests',
    summary: "Lists an agent's test scenarios and what came of the newest run.",
    tag: 'Agents',
    access: 'signed-in',
    params: OfAgent,
    status: 200,
    answer: z.object({
      scenarios: z.array(Scenario),
      run: TestRun.nullable(),
      /** A language model is connected: it plays customers and judges what is written in plain words. */
      has_model: z.boolean(),
    }),
    errors: ['agent_not_found'],
  }),
  create: route({
    method: 'POST',
    path: '/voice-agent/{id}/tests',
    summary: 'Adds a test scenario to an agent.',
    tag: 'Agents',
    access: 'edit',
    params: OfAgent,
    body: ScenarioInput,
    status: 201,
    answer: z.object({ scenario: Scenario }),
    errors: ['agent_not_found', 'scenario_limit_reached'],
  }),
  createFromCall: route({
    method: 'POST',
    path: '/calls/{id}/scenario',
    summary: 'Makes a test scenario of a call: its customer says the same again.',
    tag: 'Agents',
    access: 'edit',
    params: z.object({ id: idOf('call') }),
    status: 201,
    answer: z.object({ agent_id: z.string(), scenario: Scenario }),
    errors: ['call_not_found', 'call_has_no_words', 'agent_not_found', 'scenario_limit_reached'],
  }),
  save: route({
    method: 'PUT',
    path: '/agent-tests/{id}',
    summary: 'Changes a test scenario.',
    tag: 'Agents',
    access: 'edit',
    params: OfScenario,
    body: ScenarioInput,
    status: 200,
    answer: z.object({ scenario: Scenario }),
    errors: ['scenario_not_found'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/agent-tests/{id}',
    summary: 'Deletes a test scenario.',
    tag: 'Agents',
    access: 'edit',
    params: OfScenario,
    status: 200,
    answer: z.object({ success: z.literal(true) }),
    errors: ['scenario_not_found'],
  }),
  run: route({
    method: 'POST',
    path: '/voice-agent/{id}/tests/run',
    summary: 'Holds the conversations of all scenarios, or of the one named, with the newest saved version.',
    tag: 'Agents',
    access: 'edit',
    params: OfAgent,
    body: z.object({ scenario_id: idOf('scenario').optional() }),
    status: 202,
    answer: z.object({ run: TestRun }),
    errors: ['agent_not_found', 'scenario_not_found', 'tests_running'],
    perMinute: 20,
  }),
};
