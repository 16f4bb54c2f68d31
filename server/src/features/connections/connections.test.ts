import type { ConnectionState } from '@parley/carriers/carrier';
import type { Connection, ConnectionStatus, Vendor } from '@parley/contract/connections';
import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { adoptCarrierNumbers } from '../../start/adopt-numbers.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { vendors } from './testing-vendors.ts';

describeOnEachDatabase(
  'Connections',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database, { features: { vendors } });
      user = await registerUser(product, 'ada@example.com');
    });
    beforeEach(() => suite.database.queries.execute(sql`truncate connections`));
    afterAll(() => product.close());

    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const connect = async (vendor: string, settings: object, name = 'Ours') => {
      const answer = await ask('POST', '/connections', { vendor, name, settings });
      return { answer, connection: (answer.body as { connection: Connection }).connection };
    };
    const voice = { vendor: 'acme', id: 'v1', name: 'Dorothy', gender: 'female', accent: 'British' };
    const choose = async (carrierId = 'trunk') =>
      (await product.features.connections.chooseProviders(user.workspaceId, { carrierId, voice })).providers;

    test('vendors are told with the form of their settings, secret fields marked', async () => {
      const { vendors: told } = (await ask('GET', '/vendors')).body as { vendors: Vendor[] };
      expect(told.map((vendor) => [vendor.id, vendor.kind, vendor.offers])).toEqual([
        ['acme', 'provider', ['speech-to-text', 'language-model']],
        ['local', 'provider', ['speech-to-text']],
        ['plain', 'provider', ['text-to-speech', 'language-model']],
        ['hanging', 'provider', ['text-to-speech']],
        ['trunk', 'carrier', ['calls']],
        ['rehearsal', 'carrier', ['calls']],
      ]);
      expect(told[0]?.settingsSchema).toMatchObject({
        properties: { apiKey: { secret: true, label: 'API key' }, region: { default: 'eu' } },
        required: ['apiKey'],
      });
    });

    test('a connection is stored with its secrets sealed, and never tells them again', async () => {
      const { answer, connection } = await connect('acme', { apiKey: 'key-of-ours', region: 'us' });
      expect(answer.status).toBe(201);
      expect(connection).toMatchObject({
        kind: 'provider',
        vendor: 'acme',
        name: 'Ours',
        settings: { region: 'us', model: 'm1', apiKey: null },
        secretsSet: ['apiKey'],
        source: 'workspace',
        offers: ['speech-to-text', 'language-model'],
      });
      const list = await ask('GET', '/connections');
      expect(JSON.stringify([answer.body, list.body])).not.toContain('key-of-ours');
      const { rows } = await suite.database.queries.execute(
        sql`select connections::text as row from connections`,
      );
      expect(JSON.stringify(rows)).not.toContain('key-of-ours');
      expect((await choose()).languageModel).toEqual({
        vendor: 'acme',
        settings: { apiKey: 'key-of-ours', region: 'us', model: 'm1' },
      });
    });

    test('what the machine has comes after the connections of the workspace', async () => {
      await connect('acme', { apiKey: 'key-of-ours' });
      const { connections } = (await ask('GET', '/connections')).body as { connections: Connection[] };
      expect(connections.map((each) => [each.source, each.vendor])).toEqual([
        ['workspace', 'acme'],
        ['found', 'local'],
        ['included', 'plain'],
      ]);
    });

    test('each part of a call is served by the first that offers it', async () => {
      const vendorsOf = async () => {
        const { speechToText, textToSpeech, languageModel } = await choose();
        return [speechToText?.vendor, textToSpeech.vendor, languageModel.vendor];
      };
      expect(await vendorsOf()).toEqual(['local', 'plain', 'plain']);
      await connect('acme', { apiKey: 'key-one' });
      await connect('acme', { apiKey: 'key-two', model: '' });
      expect(await vendorsOf()).toEqual(['acme', 'plain', 'acme']);
      const { speechToText, languageModel } = await choose();
      expect(speechToText?.settings['apiKey']).toBe('key-two');
      expect(languageModel.settings['apiKey']).toBe('key-one');
    });

    test('a far end that says its words itself needs no recogniser with ears', async () => {
      expect((await choose()).speechToText?.vendor).toBe('local');
      expect((await choose('rehearsal')).speechToText).toBeNull();
    });

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
      const numbers = await askApi(other, 'GET', '/phone-numbers', { token: user.token });
      expect((numbers.body as { data: { phone: string }[] }).data.map((number) => number.phone)).toEqual([
        '+14155550111',
      ]);
      const told = await askApi(other, 'GET', '/connections', { token: user.token });
      expect(JSON.stringify(told.body)).toContain('environment:trunk');
      expect(JSON.stringify(told.body)).not.toContain('secret of the operator');
      await other.features.connections.saveStates(suite.database.queries, 'process-1', [
        { connectionId: 'environment:trunk', state: 'reachable', detail: 'The trunk answers.' },
      ]);
      const states = await askApi(other, 'GET', '/connections/states', { token: user.token });
      expect(states.body).toMatchObject({
        states: [{ connection_id: 'environment:trunk', state: 'reachable', detail: 'The trunk answers.' }],
      });
      const [ours] = (numbers.body as { data: PhoneNumber[] }).data;
      const awaited = await askApi(other, 'POST', `/phone-numbers/${ours!.id}/test-ring`, {
        token: user.token,
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
      const { connections } = product.features;
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
      const { workspaceId } = user;
      const add = (e164: string, connectionId?: string) =>
        product.features.numbers.insertNumber(queries, {
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

    test('a provider that runs programs on the server is the operator’s alone', async () => {
      const { answer } = await connect('shell', { path: '/bin/anything' });
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'vendor_not_found' } } });
      await suite.database.queries.execute(
        sql`insert into connections (id, workspace_id, kind, vendor, name, settings, encrypted_secrets)
            values ('con_planted', ${user.workspaceId}, 'provider', 'shell', 'Planted', '{"path":"/bin/anything"}', '{}')`,
      );
      expect((await choose()).speechToText?.vendor).toBe('local');
      const other = await openTestProduct(suite.database, {
        features: { vendors },
        environment: { SHELL_PATH: '/bin/ours' },
      });
      const call = { carrierId: 'trunk', voice };
      const chosen = await other.features.connections.chooseProviders(user.workspaceId, call);
      expect(chosen.providers.speechToText).toEqual({ vendor: 'shell', settings: { path: '/bin/ours' } });
      await other.close();
    });

    test('calls are judged by a model that can, else by nobody', async () => {
      const analyst = () => product.features.connections.chooseAnalyst(user.workspaceId);
      expect(await analyst()).toBeUndefined();
      await connect('acme', { apiKey: 'key-one' });
      expect((await analyst())?.vendor).toBe('acme');
    });

    test('a provider set by the operator goes before one that was found', async () => {
      const other = await openTestProduct(suite.database, {
        features: { vendors },
        environment: { ACME_KEY: 'from-outside' },
      });
      const answer = await askApi(other, 'GET', '/connections', { token: user.token });
      const { connections } = answer.body as { connections: Connection[] };
      expect(connections.map((each) => [each.id, each.source])).toEqual([
        ['environment:acme', 'environment'],
        ['found:local', 'found'],
        ['included:plain', 'included'],
      ]);
      expect(JSON.stringify(answer.body)).not.toContain('from-outside');
      const removed = await askApi(other, 'DELETE', '/connections/environment:acme', { token: user.token });
      expect(removed.status).toBe(422);
      await other.close();
    });

    test.each([
      ['a vendor that is not there', 'nobody', {}, 422, 'vendor_not_found', []],
      ['a missing secret', 'acme', {}, 422, 'connection_settings_invalid', ['settings.apiKey']],
      [
        'a setting that is too short',
        'acme',
        { apiKey: 'x' },
        422,
        'connection_settings_invalid',
        ['settings.apiKey'],
      ],
      [
        'a setting nobody knows',
        'acme',
        { apiKey: 'key-one', regoin: 'us' },
        422,
        'connection_settings_invalid',
        ['settings.regoin'],
      ],
    ])('%s is refused and nothing is stored', async (_what, vendor, settings, status, code, fields) => {
      const { answer } = await connect(vendor, settings);
      const { error } = answer.body as { error: { code: string; details?: { field: string }[] } };
      expect([answer.status, error.code]).toEqual([status, code]);
      expect((error.details ?? []).map((each) => each.field)).toEqual(fields);
      const { rows } = await suite.database.queries.execute(sql`select 1 from connections`);
      expect(rows).toEqual([]);
    });

    test('a connection sealed with another key is left out, not fatal', async () => {
      await connect('acme', { apiKey: 'key-one' });
      await suite.database.queries.execute(
        sql`update connections set encrypted_secrets = '{"apiKey": "v1:AAAA"}'::jsonb`,
      );
      expect((await choose()).languageModel.vendor).toBe('plain');
    });

    test('a connection whose key nobody can read any more takes a new one, and asks for it', async () => {
      const { connection } = await connect('acme', { apiKey: 'key-one', spareKey: 'key-two' });
      await suite.database.queries.execute(
        sql`update connections set encrypted_secrets = '{"apiKey": "v1:AAAA"}'::jsonb`,
      );
      const save = (settings: object) =>
        ask('PUT', `/connections/${connection.id}`, { name: 'Ours', settings });
      expect(await save({ region: 'us' })).toMatchObject({
        status: 422,
        body: { error: { code: 'connection_settings_invalid', details: [{ field: 'settings.apiKey' }] } },
      });
      expect(await save({ apiKey: 'key-new', spareKey: null })).toMatchObject({ status: 200 });
      expect((await choose()).languageModel.settings['apiKey']).toBe('key-new');
    });

    test('a carrier is given its connections of all workspaces, readable, and hears of changes', async () => {
      let changes = 0;
      const stop = await product.features.connections.onChanged(() => {
        changes += 1;
      });
      const { connection } = await connect('trunk', { host: 'sip.example.com', password: 'trunk-secret' });
      await connect('acme', { apiKey: 'key-one' });
      expect(await product.features.connections.listCarrierConnections('trunk')).toEqual([
        {
          id: connection.id,
          workspaceId: user.workspaceId,
          settings: { host: 'sip.example.com', password: 'trunk-secret' },
        },
      ]);
      expect((await ask('DELETE', `/connections/${connection.id}`)).body).toEqual({ success: true });
      expect(await product.features.connections.listCarrierConnections('trunk')).toEqual([]);
      expect((await ask('DELETE', `/connections/${connection.id}`)).status).toBe(404);
      await expect.poll(() => changes).toBe(3);
      await stop();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
