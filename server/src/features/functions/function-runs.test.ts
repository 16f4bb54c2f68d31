import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentFunctions } from '@parley/contract/agent-functions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { openTestPlatform, type TestPlatform } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { type FunctionsFeature, openFunctions, type TransferOutcome } from './index.ts';

describeOnEachDatabase(
  'What an agent did in a call',
  (suite) => {
    let listener: RequestListener;
    const server = createServer((request, response) => listener(request, response));
    let opened: TestPlatform;
    let functions: FunctionsFeature;

    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      opened = await openTestPlatform(suite.database, { environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
      functions = openFunctions(opened.platform, {
        agents: { findAgentForCall: async () => undefined, openFunctions: (given) => [...given] },
        audit: { record: async () => undefined },
        integrations: { findCalendar: async () => undefined },
      });
    });
    afterAll(async () => {
      await opened.platform.http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    /** Runs a function of a new call once: what the agent is told, and what the record keeps. */
    async function run(name: string, transferred?: TransferOutcome) {
      const { queries } = suite.database;
      const id = newId('call');
      await queries.execute(sql`
        insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state)
        values (${id}, 'wsp_1', 0, 'Shop', '+14155550199', '+14155550177', 'sip', 'talking')`);
      const call = {
        id,
        workspaceId: 'wsp_1',
        direction: 'inbound' as const,
        fromNumber: '+14155550199',
        toNumber: '+14155550177',
        transfer: async () => transferred ?? Promise.reject(new Error('Nobody is handed over here.')),
      };
      const given = AgentFunctions.parse([
        {
          id: '1',
          type: 'custom_function',
          name: 'Order',
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        },
        { id: '2', type: 'check_calendar', name: 'Check Calendar' },
        {
          id: '3',
          type: 'transfer_call',
          name: 'Transfer',
          transfer_destination: { type: 'predefined', number: '+14155550150' },
          transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
        },
      ]);
      const asked = { runId: 'run-1', name, arguments: {} };
      const told = await functions.run(call, given, asked, new AbortController().signal);
      const [kept] = await functions.listRuns(queries, id);
      return { told, kept };
    }

    test('a record holds the webhook’s own answer', async () => {
      listener = (_, response) => response.end('{"state":"shipped"}');
      const { told, kept } = await run('order');
      expect(told).toEqual({ result: '{"state":"shipped"}', record: '{"state":"shipped"}' });
      expect(kept).toMatchObject({ result: '{"state":"shipped"}', status: 200 });
    });

    test('of a failure it holds what the service said, and the model alone is told what to do', async () => {
      listener = (_, response) => response.writeHead(500).end('out of paper');
      const { told, kept } = await run('order');
      const record = 'The service answered with status 500. It said: out of paper';
      expect(told.record).toBe(record);
      expect(told.result).toContain('Tell the person plainly');
      expect(kept).toMatchObject({ result: record, status: 500 });
    });

    test('so it is with the calendar and with a transfer', async () => {
      expect((await run('check_calendar')).kept?.result).toBe('The calendar is not connected.');
      const missed = { told: { result: 'Nobody answered. Offer a callback.' }, record: 'Nobody answered.' };
      const { told, kept } = await run('transfer', missed);
      expect(told).toEqual({ result: 'Nobody answered. Offer a callback.', record: 'Nobody answered.' });
      expect(kept?.result).toBe('Nobody answered.');
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
