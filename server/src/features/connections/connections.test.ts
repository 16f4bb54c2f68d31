import type { Connection, Vendor } from '@parley/contract/connections';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { askApi, openTestProduct } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { ConnectionsTest } from './testing-connections.ts';
import { vendors } from './testing-vendors.ts';

describeOnEachDatabase(
  'Connections',
  (suite) => {
    const it = new ConnectionsTest(suite);
    const { ask, connect } = it;
    const voice = { vendor: 'acme', id: 'v1', name: 'Dorothy', gender: 'female', accent: 'British' };
    const choose = async (carrierId = 'trunk') =>
      (await it.product.features.connections.chooseProviders(it.user.workspaceId, { carrierId, voice }))
        .providers;

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

    test('a provider that runs programs on the server is the operator’s alone', async () => {
      const { answer } = await connect('shell', { path: '/bin/anything' });
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'vendor_not_found' } } });
      await suite.database.queries.execute(
        sql`insert into connections (id, workspace_id, kind, vendor, name, settings, encrypted_secrets)
            values ('con_planted', ${it.user.workspaceId}, 'provider', 'shell', 'Planted', '{"path":"/bin/anything"}', '{}')`,
      );
      expect((await choose()).speechToText?.vendor).toBe('local');
      const other = await openTestProduct(suite.database, {
        features: { vendors },
        environment: { SHELL_PATH: '/bin/ours' },
      });
      const call = { carrierId: 'trunk', voice };
      const chosen = await other.features.connections.chooseProviders(it.user.workspaceId, call);
      expect(chosen.providers.speechToText).toEqual({ vendor: 'shell', settings: { path: '/bin/ours' } });
      await other.close();
    });

    test('calls are judged by a model that can, else by nobody', async () => {
      const analyst = () => it.product.features.connections.chooseAnalyst(it.user.workspaceId);
      expect(await analyst()).toBeUndefined();
      await connect('acme', { apiKey: 'key-one' });
      expect((await analyst())?.vendor).toBe('acme');
    });

    test('a provider set by the operator goes before one that was found', async () => {
      const other = await openTestProduct(suite.database, {
        features: { vendors },
        environment: { ACME_KEY: 'from-outside' },
      });
      const answer = await askApi(other, 'GET', '/connections', { token: it.user.token });
      const { connections } = answer.body as { connections: Connection[] };
      expect(connections.map((each) => [each.id, each.source])).toEqual([
        ['environment:acme', 'environment'],
        ['found:local', 'found'],
        ['included:plain', 'included'],
      ]);
      expect(JSON.stringify(answer.body)).not.toContain('from-outside');
      const removed = await askApi(other, 'DELETE', '/connections/environment:acme', {
        token: it.user.token,
      });
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
  },
  { migrations: features.map((feature) => feature.migrations) },
);
