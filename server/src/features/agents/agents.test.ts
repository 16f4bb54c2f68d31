import { agentTemplates } from '@parley/contract/agent-templates';
import type { AgentVersion, AgentVersionContent, VoiceAgent } from '@parley/contract/agents';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import type { VersionForCall } from './index.ts';

describeOnEachDatabase(
  'Agents',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'ada@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate agents, phone_numbers cascade`);
      product.events.length = 0;
    });
    afterAll(() => product.close());

    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const create = async (agentType = 'inbound'): Promise<string> => {
      const { status, body } = await ask('POST', '/voice-agent', {
        agent_name: ' Reception ',
        agent_type: agentType,
      });
      expect(status).toBe(201);
      return (body as { agent_uuid: string }).agent_uuid;
    };
    const get = async (id: string): Promise<VoiceAgent> =>
      ((await ask('GET', `/voice-agent/${id}`)).body as { agent: VoiceAgent }).agent;
    const codeOf = ({ status, body }: Answer) => [status, (body as { error?: { code: string } }).error?.code];

    test('a created agent is a draft that is switched off, with the default voice', async () => {
      expect(await get(await create('outbound'))).toMatchObject({
        agent_name: 'Reception',
        agent_type: 'outbound',
        agent_state: 'inactive',
        is_draft: 1,
        version: 1,
        agent_prompt: '',
        agent_welcome_msg_type: 'play',
        agent_function: '[]',
        agent_kb: [],
        assigned_phone: [],
        edited_by: 'Ada Lovelace',
        agent_language: 'en-US',
        voice_profile: { voice_name: 'Dorothy', accent: 'British', gender: 'female', age: 'Young' },
      });
    });

    test('an agent speaks the language it was given, in calls too; an older version brings its own back', async () => {
      const id = await create();
      const content = { agent_prompt: 'Sei freundlich.', agent_language: 'de' };
      expect((await ask('PUT', `/voice-agent/${id}`, content)).status).toBe(200);
      expect((await get(id)).agent_language).toBe('de');
      const forCall = await product.features.agents.findAgentForCall(
        suite.database.queries,
        user.workspaceId,
        id,
        'newest',
      );
      expect([forCall?.language, forCall?.settings.language]).toEqual(['de', 'de']);
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'Sei sehr freundlich.' });
      expect((await get(id)).agent_language).toBe('de');
      await ask('POST', `/voice-agent/${id}/versions/1/restore`, {});
      expect((await get(id)).agent_language).toBe('en-US');
      const { status } = await ask('PUT', `/voice-agent/${id}`, { agent_language: 'tlh' });
      expect([status, (await get(id)).agent_language]).toEqual([422, 'en-US']);
    });

    test('[AGENTS-4] a draft cannot be switched on until it was published, and not published without a prompt', async () => {
      const id = await create();
      const on = { agent_uuid: id, agent_state: 'active' };
      expect(codeOf(await ask('PATCH', `/voice-agent/${id}`, on))).toEqual([409, 'agent_is_draft']);
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: '   ' });
      expect(codeOf(await ask('POST', `/voice-agent/${id}/publish`, { version: 2 }))).toEqual([
        409,
        'agent_prompt_missing',
      ]);
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'Answer the phone.' });
      expect(await get(id)).toMatchObject({ is_draft: 1, version: 3, published_version: null });
      await ask('POST', `/voice-agent/${id}/publish`, { version: 3 });
      const { body } = await ask('PATCH', `/voice-agent/${id}`, on);
      expect((body as { agent: VoiceAgent }).agent).toMatchObject({ agent_state: 'active', is_draft: 0 });
      await ask('PATCH', `/voice-agent/${id}`, { agent_state: 'inactive' });
      expect((await get(id)).agent_state).toBe('inactive');
    });

    test('saving changes what is given, leaves the rest, and adds a version', async () => {
      const id = await create();
      await ask('PUT', `/voice-agent/${id}`, {
        id,
        agent_prompt: 'Answer.',
        agent_welcome_message_type: 'play',
        agent_welcome_message: 'Hello.',
        agent_voice: 'nova',
      });
      const { body } = await ask('PUT', `/voice-agent/${id}`, { agent_name: 'Desk', based_on_version: 2 });
      expect((body as { agent: VoiceAgent }).agent).toMatchObject({
        agent_name: 'Desk',
        agent_prompt: 'Answer.',
        agent_welcome_msg: 'Hello.',
        voice_profile: { voice_id: 'nova' },
        version: 3,
      });
    });

    test('an agent that stays silent keeps no welcome message', async () => {
      const id = await create();
      await ask('PUT', `/voice-agent/${id}`, {
        agent_welcome_message_type: 'silent',
        agent_welcome_message: 'Never said.',
      });
      expect(await get(id)).toMatchObject({ agent_welcome_msg_type: 'silent', agent_welcome_msg: '' });
    });

    test('who saves over a version they have not seen is told, and of two at once one wins', async () => {
      const id = await create();
      const save = (name: string) =>
        ask('PUT', `/voice-agent/${id}`, { agent_name: name, based_on_version: 1 });
      const results = await Promise.all([save('One'), save('Two'), save('Three')]);
      expect(results.map((each) => each.status).sort()).toEqual([200, 409, 409]);
      const codes = results.map((each) => codeOf(each)[1]).sort();
      expect(codes).toEqual(['agent_changed_meanwhile', 'agent_changed_meanwhile', undefined]);
      expect((await get(id)).version).toBe(2);
    });

    test('[EDITOR-2] calls use what is published, test calls what is saved, and a call keeps the version it began with', async () => {
      const id = await create();
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'First.', agent_welcome_message: 'Hello.' });
      const { agents } = product.features;
      const { queries } = suite.database;
      const find = (version: VersionForCall) =>
        agents.findAgentForCall(queries, user.workspaceId, id, version);
      expect(await find('published')).toBeUndefined();
      await ask('POST', `/voice-agent/${id}/publish`, { version: 2 });
      const before = await find('published');
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'Second.' });
      expect((await find('published'))?.versionId).toBe(before?.versionId);
      expect((await find('newest'))?.settings.prompt).toBe('Second.');
      await ask('POST', `/voice-agent/${id}/publish`, { version: 3 });
      const after = await find('published');
      expect((await find({ versionId: before?.versionId ?? '' }))?.settings.prompt).toBe('First.');
      expect(before).toMatchObject({
        agentId: id,
        name: 'Reception',
        isActive: false,
        settings: { prompt: 'First.', welcome: { mode: 'play', text: 'Hello.' }, voice: 'Dorothy' },
      });
      expect(after?.settings.prompt).toBe('Second.');
      expect(after?.versionId).not.toBe(before?.versionId);
      const { rows } = await queries.execute(
        sql`select prompt from agent_versions where id = ${before?.versionId ?? ''}`,
      );
      expect(rows).toEqual([{ prompt: 'First.' }]);
    });

    test('[EDITOR-2] every save stays in the history, can be read, and is restored as a save of its own', async () => {
      const id = await create();
      const functions = [{ id: 'f1', type: 'end_call', name: 'end_call', description: 'Ends it.' }];
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'One.', agent_functions: functions });
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'Two.', agent_functions: '[]' });
      await ask('POST', `/voice-agent/${id}/publish`, { version: 3 });
      const listed = (await ask('GET', `/voice-agent/${id}/versions`)).body as {
        versions: AgentVersion[];
        has_more: boolean;
      };
      expect(listed.has_more).toBe(false);
      expect(
        listed.versions.map(({ version, is_published, saved_by }) => [version, is_published, saved_by]),
      ).toEqual([3, 2, 1].map((version) => [version, version === 3, 'Ada Lovelace']));
      const { version } = (await ask('GET', `/voice-agent/${id}/versions/2`)).body as {
        version: AgentVersionContent;
      };
      expect(version.agent_prompt).toBe('One.');
      expect(JSON.parse(version.agent_function)).toEqual(functions);

      const late = await ask('POST', `/voice-agent/${id}/versions/2/restore`, { based_on_version: 2 });
      expect(codeOf(late)).toEqual([409, 'agent_changed_meanwhile']);
      const restored = await ask('POST', `/voice-agent/${id}/versions/2/restore`, { based_on_version: 3 });
      const { agent } = restored.body as { agent: VoiceAgent };
      expect(agent).toMatchObject({ version: 4, published_version: 3, agent_prompt: 'One.' });
      expect(JSON.parse(agent.agent_function)).toEqual(functions);
      expect(codeOf(await ask('GET', `/voice-agent/${id}/versions/9`))).toEqual([
        404,
        'agent_version_not_found',
      ]);
      // An older version can be put back into use.
      await ask('POST', `/voice-agent/${id}/publish`, { version: 2 });
      expect((await get(id)).published_version).toBe(2);
    });

    test.each(agentTemplates)(
      '[AGENTS-7] the template $title gives what an agent needs',
      async (template) => {
        const { body } = await ask('POST', '/voice-agent', {
          agent_name: template.agentName,
          agent_type: template.type,
          template: template.id,
        });
        const agent = await get((body as { agent_uuid: string }).agent_uuid);
        const types = (JSON.parse(agent.agent_function) as { type: string }[]).map(({ type }) => type);
        expect(types).toContain('end_call');
        expect(types.includes('transfer_call')).toBe(template.id === 'healthcare_check_in');
        expect(agent.agent_prompt === '').toBe(template.id.startsWith('blank'));
        expect(agent).toMatchObject({ is_draft: 1, agent_type: template.type });
      },
    );

    test('the list is last edited first and shows each agent with its numbers', async () => {
      const first = await create();
      const second = await create();
      await ask('PUT', `/voice-agent/${first}`, { agent_name: 'Edited last' });
      const { numbers } = product.features;
      const add = (e164: string, inboundAgentId: string, outboundAgentId: string) =>
        numbers.insertNumber(suite.database.queries, {
          workspaceId: user.workspaceId,
          e164,
          inboundAgentId,
          outboundAgentId,
        });
      await add('+14155550181', first, first);
      await add('+14155550182', second, first);
      const { agents } = (await ask('GET', '/voice-agent')).body as { agents: VoiceAgent[] };
      expect(agents.map((agent) => [agent.agent_uuid, agent.assigned_phone])).toEqual([
        [first, ['+14155550181', '+14155550182']],
        [second, ['+14155550182']],
      ]);
    });

    test('a deleted agent is gone from everywhere but its calls, and its numbers are free', async () => {
      const id = await create();
      const number = await product.features.numbers.insertNumber(suite.database.queries, {
        workspaceId: user.workspaceId,
        e164: '+14155550183',
        inboundAgentId: id,
        outboundAgentId: id,
      });
      expect((await ask('DELETE', `/voice-agent/${id}`)).body).toEqual({ success: true });
      for (const [method, body] of [
        ['GET'],
        ['PUT', {}],
        ['PATCH', { agent_state: 'inactive' }],
        ['DELETE'],
      ] as const)
        expect(codeOf(await ask(method, `/voice-agent/${id}`, body))).toEqual([404, 'agent_not_found']);
      expect((await ask('GET', '/voice-agent')).body).toEqual({ agents: [] });
      const { data } = (await ask('GET', '/phone-numbers')).body as { data: object[] };
      expect(data).toEqual([
        expect.objectContaining({ id: number.id, inbound_agent_id: null, outbound_agent_id: null }),
      ]);
      const { rows } = await suite.database.queries.execute(
        sql`select version from agent_versions where agent_id = ${id}`,
      );
      expect(rows).toHaveLength(1);
    });

    test('open screens are told of every change', async () => {
      const id = await create();
      await ask('PUT', `/voice-agent/${id}`, { agent_prompt: 'Answer.' });
      await ask('POST', `/voice-agent/${id}/publish`, { version: 2 });
      await ask('PATCH', `/voice-agent/${id}`, { agent_state: 'active' });
      await ask('DELETE', `/voice-agent/${id}`);
      expect(product.events).toEqual(
        Array.from({ length: 5 }, () => ({
          workspaceId: user.workspaceId,
          event: { type: 'agent.changed', agentId: id },
        })),
      );
    });

    test.each([
      ['an empty name', { agent_name: '  ' }, 'agent_name'],
      ['a voice that is not there', { agent_voice: 'nobody' }, 'agent_voice'],
      ['a prompt that is too long', { agent_prompt: 'x'.repeat(20_001) }, 'agent_prompt'],
      ['functions that are no JSON', { agent_functions: '[' }, 'agent_functions'],
      ['a knowledge base that is not there', { agent_kb: ['kb_0000000000000000000000'] }, 'agent_kb'],
      ['the id of another agent', { id: 'agt_0000000000000000000000' }, 'id'],
    ])('saving %s is refused by the field', async (_what, body, field) => {
      const answer = await ask('PUT', `/voice-agent/${await create()}`, body);
      expect(codeOf(answer)).toEqual([422, 'input_invalid']);
      const { details } = (answer.body as { error: { details: { field: string }[] } }).error;
      expect(details.map((each) => each.field)).toEqual([field]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
