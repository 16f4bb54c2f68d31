import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FunctionTrial } from '@parley/contract/functions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

describeOnEachDatabase(
  'Trying a function',
  (suite) => {
    const heard: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers['x-token'] as string | undefined);
      response.end('{"state":"shipped"}');
    });
    let product: TestProduct;
    let user: TestUser;
    let agentId = '';
    let given: object;

    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      product = await openTestProduct(suite.database, { environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
      user = await registerUser(product, 'try@example.com');
      const created = await ask('POST', '/voice-agent', { agent_name: 'Shop', agent_type: 'inbound' });
      agentId = (created.body as { agent_uuid: string }).agent_uuid;
      given = {
        id: 'f1',
        type: 'custom_function',
        name: 'Order state',
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        headers: { 'x-token': 'a secret' },
        parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      };
    });
    afterAll(async () => {
      await product.close();
      await new Promise((resolve) => server.close(resolve));
    });

    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const tryIt = (tried: unknown, args: unknown) =>
      ask('POST', `/voice-agent/${agentId}/try-function`, { function: tried, arguments: args });

    test('[FUNC-5] it is asked as a call would ask it, and shows request and answer', async () => {
      const { status, body } = await tryIt(given, { number: 7 });
      expect(status).toBe(200);
      const trial = body as FunctionTrial;
      expect(trial).toMatchObject({
        request: { method: 'POST' },
        answer: { status: 200, body: '{"state":"shipped"}' },
        result: '{"state":"shipped"}',
      });
      expect(trial.request.headers).toContain('x-token');
      expect(JSON.stringify(trial)).not.toContain('a secret');
      expect(heard).toEqual(['a secret']);
    });

    test('a header that was saved stays secret, and is sent where the screen only knows its mask', async () => {
      await ask('PUT', `/voice-agent/${agentId}`, { agent_functions: [given] });
      const { agent } = (await ask('GET', `/voice-agent/${agentId}`)).body as {
        agent: { agent_function: string };
      };
      expect(agent.agent_function).not.toContain('secret');
      const [masked] = JSON.parse(agent.agent_function) as object[];
      await ask('PUT', `/voice-agent/${agentId}`, { agent_functions: [masked] });
      await tryIt(masked, { number: 7 });
      expect(heard.at(-1)).toBe('a secret');
      const { rows } = await suite.database.pool.query('select functions::text as text from agent_versions');
      expect(JSON.stringify(rows)).not.toContain('a secret');
    });

    test('arguments that do not fit, and functions without an address, are refused', async () => {
      const codeOf = (answer: { status: number; body: never }) => [
        answer.status,
        (answer.body as { error: { code: string } }).error.code,
      ];
      expect(codeOf(await tryIt(given, { number: 'seven' }))).toEqual([422, 'function_arguments_invalid']);
      expect(codeOf(await tryIt({ id: 'e', type: 'end_call', name: 'End' }, {}))).toEqual([
        422,
        'function_cannot_be_tried',
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
