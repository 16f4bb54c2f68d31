import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionState } from '@parley/carriers/carrier';
import type { ConnectionStatus } from '@parley/contract/connections';
import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { adoptCarrierNumbers } from '../../start/adopt-numbers.ts';
import { askApi, openTestProduct } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { ConnectionsTest } from './testing-connections.ts';
import { vendors } from './testing-vendors.ts';

describeOnEachDatabase(
  'Trunks',
  (suite) => {
    const it = new ConnectionsTest(suite);
    const { ask, connect } = it;

    test('the operator’s own trunk serves every workspace, and its numbers come to the oldest', async () => {
      const other = await openTestProduct(suite.database, {
        features: { vendors },
        environment: { TRUNK_HOST: 'ours.example.com' },
      });
      expect(await other.features.connections.listCarrierConnections('trunk')).toMatchObject([
        { id: 'environment:trunk', workspaceId: null, settings: { host: 'ours.example.com' } },
      ]);
      await adoptCarrierNumbers(other.platform, other.features);
      await adoptCarrierNumbers(other.platform, other.features);
      const numbers = await askApi(other, 'GET', '/phone-numbers', { token: it.user.token });
      expect((numbers.body as { data: { phone: string }[] }).data.map((number) => number.phone)).toEqual([
        '+14155550111',
      ]);
      const told = await askApi(other, 'GET', '/connections', { token: it.user.token });
      expect(JSON.stringify(told.body)).toContain('environment:trunk');
      expect(JSON.stringify(told.body)).not.toContain('secret of the operator');
      await other.features.connections.saveStates(suite.database.queries, 'process-1', [
        { connectionId: 'environment:trunk', state: 'reachable', detail: 'It answers: calls can go out.' },
      ]);
      const states = await askApi(other, 'GET', '/connections/states', { token: it.user.token });
      expect(states.body).toMatchObject({
        states: [
          { connection_id: 'environment:trunk', state: 'reachable', detail: 'It answers: calls can go out.' },
        ],
      });
      const [ours] = (numbers.body as { data: PhoneNumber[] }).data;
      const awaited = await askApi(other, 'POST', `/phone-numbers/${ours!.id}/test-ring`, {
        token: it.user.token,
      });
      expect(awaited).toMatchObject({ status: 200, body: { data: { connection_id: 'environment:trunk' } } });
      await other.close();
    });

    test('a trunk of a workspace brings its numbers there as soon as it is connected', async () => {
      await connect('trunk', { host: 'theirs.example.com' });
      await expect
        .poll(async () => JSON.stringify((await ask('GET', '/phone-numbers')).body))
        .toContain('+14155550122');
    });

    test('how trunks do is told by the processes with lines, of each workspace only its own', async () => {
      const { connections } = it.product.features;
      const { queries } = suite.database;
      const { connection } = await connect('trunk', { host: 'sip.example.com' });
      await connect('acme', { apiKey: 'key-one' });
      const tell = (processId: string, state: ConnectionState['state'], detail: string) =>
        connections.saveStates(queries, processId, [
          { connectionId: connection.id, state, detail },
          { connectionId: 'con_other', state: 'registered', detail: 'Registered.' },
        ]);
      const states = async () =>
        ((await ask('GET', '/connections/states')).body as { states: ConnectionStatus[] }).states;
      expect(await states()).toEqual([
        {
          connection_id: connection.id,
          state: 'checking',
          detail: 'No process with phone lines has told of it yet.',
          checked_at: null,
        },
      ]);
      await tell('process-1', 'registered', 'Registered.');
      expect(await states()).toMatchObject([
        { state: 'registered', detail: 'Registered.', checked_at: expect.any(String) },
      ]);
      // Calls may take either process: the worse one counts, until it is well, ends or falls silent.
      await tell('process-2', 'failing', 'The registrar refused us (SIP 500).');
      expect(await states()).toMatchObject([{ state: 'failing', detail: expect.stringContaining('500') }]);
      await queries.execute(
        sql`update connection_states set told_at = now() - interval '30 seconds' where process_id = 'process-2'`,
      );
      expect(await states()).toMatchObject([{ state: 'registered' }]);
      await tell('process-2', 'failing', 'Again.');
      await connections.saveStates(queries, 'process-2', []);
      expect(await states()).toMatchObject([{ state: 'registered' }]);

      await queries.execute(sql`update connections set settings = '{}'::jsonb where vendor = 'trunk'`);
      expect(await states()).toMatchObject([
        { state: 'failing', detail: expect.stringContaining('Enter them again') },
      ]);
      await queries.execute(sql`truncate connection_states`);
    });

    test('with a trunk its numbers go, but for those that another trunk of the workspace has too', async () => {
      const { queries } = suite.database;
      await queries.execute(sql`delete from phone_numbers`);
      const numbers = async () =>
        ((await ask('GET', '/phone-numbers')).body as { data: PhoneNumber[] }).data.map((number) => [
          number.phone,
          number.connection_id,
        ]);
      const { connection: first } = await connect('trunk', { host: 'one.example.com' }, 'One');
      await expect.poll(numbers).toEqual([['+14155550122', first.id]]);
      const { workspaceId } = it.user;
      const add = (e164: string, connectionId?: string) =>
        it.product.features.numbers.insertNumber(queries, {
          workspaceId,
          e164,
          ...(connectionId !== undefined && { connectionId }),
        });
      await add('+14155550123', first.id);
      await add('+14155550124');
      const { connection: second } = await connect('trunk', { host: 'two.example.com' }, 'Two');
      expect((await ask('DELETE', `/connections/${first.id}`)).status).toBe(200);
      await expect.poll(numbers).toEqual([
        ['+14155550122', second.id],
        ['+14155550124', null],
      ]);
      expect((await ask('DELETE', `/connections/${second.id}`)).status).toBe(200);
      expect(await numbers()).toEqual([['+14155550124', null]]);
      const { rows } = await queries.execute(
        sql`select changes::text as changes from audit_entries where action = 'connection.deleted' order by id desc`,
      );
      expect(rows.map((row) => String(row['changes'])).join()).toContain('+14155550123');
      await queries.execute(sql`delete from phone_numbers`);
    });

    test('a trunk that is removed while its numbers come in leaves none behind', async () => {
      const { connection } = await connect('trunk', { host: 'late.example.com' }, 'Late');
      await expect
        .poll(async () => JSON.stringify((await ask('GET', '/phone-numbers')).body))
        .toContain('+14155550122');
      let removed: ReturnType<typeof ask> | undefined;
      const { accounts, connections, numbers } = it.product.features;
      await adoptCarrierNumbers(it.product.platform, {
        accounts,
        numbers,
        connections: {
          ...connections,
          async holdCarrierNumbers(tx) {
            const held = await connections.holdCarrierNumbers(tx);
            removed = ask('DELETE', `/connections/${connection.id}`);
            // It cannot end before the numbers are in; one that could would have by then.
            await Promise.race([removed, sleep(300)]);
            return held;
          },
        },
      });
      expect((await removed)?.status).toBe(200);
      expect((await ask('GET', '/phone-numbers')).body).toMatchObject({ total: 0 });
    });

    test('a carrier is given its connections of all workspaces, readable, and hears of changes', async () => {
      let changes = 0;
      const stop = await it.product.features.connections.onChanged(() => {
        changes += 1;
      });
      const { connection } = await connect('trunk', { host: 'sip.example.com', password: 'trunk-secret' });
      await connect('acme', { apiKey: 'key-one' });
      expect(await it.product.features.connections.listCarrierConnections('trunk')).toEqual([
        {
          id: connection.id,
          workspaceId: it.user.workspaceId,
          settings: { host: 'sip.example.com', password: 'trunk-secret' },
        },
      ]);
      expect((await ask('DELETE', `/connections/${connection.id}`)).body).toEqual({ success: true });
      expect(await it.product.features.connections.listCarrierConnections('trunk')).toEqual([]);
      expect((await ask('DELETE', `/connections/${connection.id}`)).status).toBe(404);
      await expect.poll(() => changes).toBe(3);
      await stop();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
