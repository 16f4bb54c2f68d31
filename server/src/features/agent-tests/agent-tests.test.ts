import type { Scenario, ScenarioInput, TestRun } from '@parley/contract/agent-tests';
import { StandIn } from '@parley/providers/openai/stand-in';
import { replies } from '@parley/providers/openai/stand-in-replies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

/** A chat completion with this text. */
const says = (text: string) => replies.chat({ text: [text] });

const hours: Partial<ScenarioInput> & { name: string } = {
  name: 'Somebody asks for the hours',
  customer_lines: ['When do you open on Monday?', 'Thank you, goodbye.'],
  must: [{ kind: 'says', text: 'nine in the morning' }, { kind: 'ends_call' }],
  must_not: [{ kind: 'says', text: 'closed' }],
};

/** A call that is over, with nothing said. */
async function insertCall(
  queries: Queries,
  id: string,
  { workspaceId, agentId }: { workspaceId: string; agentId: string },
): Promise<void> {
  await queries.execute(
    sql`insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, state,
          end_reason, ended_at, fields)
        values (${id}, ${workspaceId}, 0, ${agentId}, 'Reception', '+14155550110', '+14155550100', 'sip', 'ended',
          'customer_hung_up', now(), ${JSON.stringify({ first_name: 'Ada' })})`,
  );
}

describeOnEachDatabase(
  'Tests of agents',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let agent: string;
    beforeAll(async () => {
      product = await openTestProduct(suite.database, { environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
      user = await registerUser(product, 'tests@example.com');
      agent = await product.features.agents.insertReadyAgent(suite.database.queries, {
        workspaceId: user.workspaceId,
        type: 'inbound',
        name: 'Reception',
        prompt:
          'You answer the phone of a dental practice. We open on Monday at nine in the morning. We have no parking.',
        welcomeText: 'Riverside Dental, how can I help?',
      });
    });
    afterAll(() => product.close());

    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const add = async (input: object): Promise<Scenario> => {
      const { status, body } = await ask('POST', `/voice-agent/${agent}/tests`, input);
      expect(status).toBe(201);
      return (body as { scenario: Scenario }).scenario;
    };
    /** Runs the scenarios and gives what came of them. */
    const run = async (only?: Scenario): Promise<TestRun> => {
      product.jobs.length = 0;
      const started = await ask(
        'POST',
        `/voice-agent/${agent}/tests/run`,
        only ? { scenario_id: only.id } : {},
      );
      expect(started.status).toBe(202);
      expect((started.body as { run: TestRun }).run.results.every(({ state }) => state === 'queued')).toBe(
        true,
      );
      expect((await ask('POST', `/voice-agent/${agent}/tests/run`, {})).body).toMatchObject({
        error: { code: 'tests_running' },
      });
      await product.runJobs();
      const { body } = await ask('GET', `/voice-agent/${agent}/tests`);
      return (body as { run: TestRun }).run;
    };

    test('a scripted customer is answered, and rules judge what was said and done', async () => {
      const good = await add(hours);
      await add({
        ...hours,
        name: 'Expects what is not so',
        must: [{ kind: 'says', text: 'ten in the evening' }],
        must_not: [{ kind: 'ends_call' }],
      });
      const told = await run();
      expect(told).toMatchObject({ version: 1, judged_by: 'rules' });
      expect(told.finished_at).not.toBeNull();
      const [first, second] = told.results;
      expect(first).toMatchObject({ scenario_id: good.id, state: 'passed', problem: '' });
      expect(first!.transcript.map(({ speaker }) => speaker)).toEqual(
        expect.arrayContaining(['agent', 'customer', 'tool', 'end']),
      );
      expect(first!.transcript[0]).toEqual({ speaker: 'agent', text: 'Riverside Dental, how can I help?' });
      expect(first!.verdicts.map(({ is_met }) => is_met)).toEqual([true, true, true]);
      expect(first!.verdicts[0]!.quote).toContain('nine in the morning');
      expect(second).toMatchObject({ state: 'failed' });
      expect(second!.verdicts.map(({ is_met }) => is_met)).toEqual([false, false]);
    });

    test('what only a language model can judge stays open, and a customer without lines cannot call', async () => {
      const plain = await add({
        ...hours,
        name: 'In plain words',
        must: [{ kind: 'judged', text: 'is kind' }],
      });
      const silent = await add({ name: 'Without lines', persona: 'A worried father.' });
      const told = await run();
      const [first, second] = told.results.slice(-2);
      expect(first).toMatchObject({ scenario_id: plain.id, state: 'passed' });
      expect(first!.verdicts[0]).toMatchObject({ is_met: null });
      expect(second).toMatchObject({ scenario_id: silent.id, state: 'broken', transcript: [] });
      expect(second!.problem).toMatch(/^Write what the customer says/);
    });

    test('a language model plays the customer and judges; a quote nobody said is left out, and its failure is told', async () => {
      const standIn = await StandIn.open('sk-test');
      try {
        const connected = await ask('POST', '/connections', {
          vendor: 'openai',
          name: 'Model',
          settings: { apiKey: 'sk-test', baseUrl: standIn.baseUrl },
        });
        expect(connected.status).toBe(201);
        const played = await add({
          name: 'Played',
          persona: 'A worried father.',
          goal: 'Know when to come.',
          must: [{ kind: 'judged', text: 'The agent names a time.' }],
          must_not: [{ kind: 'judged', text: 'The agent is rude.' }],
        });
        standIn.script(
          says('When can I come?'),
          says('Come at nine.'),
          says('HANG UP'),
          says(
            '{"verdicts": [{"number": 1, "happened": true, "reason": "It names nine.", "quote": "Come at nine."}, {"number": 2, "happened": false, "reason": "It is kind.", "quote": "You fool"}]}',
          ),
        );
        const [result] = (await run(played)).results;
        expect(result).toMatchObject({ state: 'passed' });
        expect(result!.transcript.map(({ text }) => text)).toEqual([
          'Riverside Dental, how can I help?',
          'When can I come?',
          'Come at nine.',
          'The customer hung up.',
        ]);
        expect(result!.verdicts.map(({ is_met, quote }) => [is_met, quote])).toEqual([
          [true, 'Come at nine.'],
          [true, ''],
        ]);
        standIn.answerWith(() => replies.error(401, { message: 'No such key.', code: 'invalid_api_key' }));
        expect((await run(played)).results[0]).toMatchObject({ state: 'broken', verdicts: [] });
      } finally {
        await standIn.close();
      }
    });

    test('a call becomes a scenario of its agent, unless its customer was silent', async () => {
      const callId = newId('call');
      await insertCall(suite.database.queries, callId, { workspaceId: user.workspaceId, agentId: agent });
      const path = `/calls/${callId}/scenario`;
      expect((await ask('POST', path)).body).toMatchObject({ error: { code: 'call_has_no_words' } });
      await suite.database.queries.execute(
        sql`insert into call_turns (id, call_id, speaker, text, start_ms, end_ms, was_interrupted, by)
            values (${newId('turn')}, ${callId}, 'customer', 'Do you have parking?', 0, 900, false, 'speech')`,
      );
      const { status, body } = await ask('POST', path);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        agent_id: agent,
        scenario: { customer_lines: ['Do you have parking?'], fields: { first_name: 'Ada' } },
      });
    });

    test('several people add scenarios to one agent at once', async () => {
      const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
      const added = await Promise.all(names.map((name) => add({ name, customer_lines: ['Hello?'] })));
      expect(added.map(({ name }) => name)).toEqual(names);
      for (const { id } of added) expect((await ask('DELETE', `/agent-tests/${id}`)).status).toBe(200);
    });

    test('a scenario is changed and deleted; others see and reach none of it', async () => {
      const mine = await add({ name: 'Mine', customer_lines: ['Hello'] });
      const saved = await ask('PUT', `/agent-tests/${mine.id}`, { name: 'Renamed', customer_lines: [] });
      expect(saved.body).toMatchObject({ scenario: { id: mine.id, name: 'Renamed', customer_lines: [] } });
      expect((await ask('PUT', `/agent-tests/${mine.id}`, { name: '' })).status).toBe(422);
      expect((await ask('DELETE', `/agent-tests/${mine.id}`)).status).toBe(200);
      expect((await ask('DELETE', `/agent-tests/${mine.id}`)).body).toMatchObject({
        error: { code: 'scenario_not_found' },
      });
      expect(
        (await ask('POST', `/voice-agent/${agent}/tests/run`, { scenario_id: mine.id })).body,
      ).toMatchObject({
        error: { code: 'scenario_not_found' },
      });
    });
  },
  { migrations: features.map(({ migrations }) => migrations) },
);
