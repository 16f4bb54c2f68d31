import type { MergeField } from '@parley/contract/merge-fields';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

const path = '/company-fields-mapping';

describeOnEachDatabase(
  'Merge fields',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'fields@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate merge_fields`);
    });
    afterAll(() => product.close());

    const ask = (method: string, at: string, body?: unknown) =>
      askApi(product, method, at, { token: user.token, ...(body !== undefined && { body }) });
    const create = (field_name: string, field_description = 'What it means') =>
      ask('POST', path, { field_name, field_description });
    const list = async (): Promise<MergeField[]> =>
      ((await ask('GET', path)).body as { fields_mapping: MergeField[] }).fields_mapping;
    const problemsOf = (answer: { body: never }) =>
      (answer.body as { error: { details: { message: string }[] } }).error.details.map(
        ({ message }) => message,
      );

    test('[MERGE-2] the fields of the product come first and are told apart from those of the workspace', async () => {
      expect((await create('account_manager')).status).toBe(201);
      expect((await list()).map((field) => [field.field_name, field.parley_field])).toEqual([
        ['first_name', true],
        ['last_name', true],
        ['phone_number', true],
        ['email', true],
        ['company_name', true],
        ['account_manager', false],
      ]);
    });

    test.each([
      ['', 'What', 'Field name is required'],
      [
        'First Name',
        'What',
        'Field name must be lowercase with underscores only (e.g., prospect_owner_name)',
      ],
      [
        'two__lines',
        'What',
        'Field name must be lowercase with underscores only (e.g., prospect_owner_name)',
      ],
      ['_x', 'What', 'Field name must be lowercase with underscores only (e.g., prospect_owner_name)'],
      ['a'.repeat(51), 'What', 'Field name must be 50 characters or less'],
      ['fine', '  ', 'Field description is required'],
      ['fine', 'x'.repeat(201), 'Field description must be 200 characters or less'],
    ])('[MERGE-1] the field "%s" described as "%s" is refused: %s', async (name, description, message) => {
      const answer = await create(name, description);
      expect(answer.status).toBe(422);
      expect(problemsOf(answer)).toContain(message);
      expect(await list()).toHaveLength(5);
    });

    test('a name is taken once, also by the product, and of many at once one wins', async () => {
      expect((await create('first_name')).status).toBe(409);
      const answers = await Promise.all([1, 2, 3, 4].map(() => create('plan')));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    });

    test('a workspace has room for 200 fields', async () => {
      await suite.database.queries.execute(sql`
        insert into merge_fields (id, workspace_id, name, description)
        select 'mrg_' || i, ${user.workspaceId}, 'field' || i, 'x' from generate_series(1, 200) i`);
      const { status, body } = await create('one_more');
      expect([status, (body as { error: { code: string } }).error.code]).toEqual([
        409,
        'merge_field_limit_reached',
      ]);
    });

    test.each([
      ['  ', 'Field description is required'],
      ['x'.repeat(201), 'Field description must be 200 characters or less'],
    ])('[MERGE-1] a new description "%s" is refused: %s', async (description, message) => {
      const { field } = (await create('plan')).body as { field: MergeField };
      const answer = await ask('PATCH', `${path}/${field.id}`, { field_description: description });
      expect([answer.status, problemsOf(answer)]).toEqual([422, [message]]);
      expect((await list()).at(-1)).toEqual(field);
    });

    test('a field of the product, or one of nobody, is not described anew', async () => {
      const before = await list();
      const change = (id: string) => ask('PATCH', `${path}/${id}`, { field_description: 'Mine' });
      expect((await change('default_email')).status).toBe(422);
      expect((await change(`mrg_${'0'.repeat(22)}`)).status).toBe(404);
      expect(await list()).toEqual(before);
    });

    test('a field can be described anew and removed; one that is gone is not found', async () => {
      const { field } = (await create('plan')).body as { field: MergeField };
      await ask('PATCH', `${path}/${field.id}`, { field_description: 'The tariff' });
      expect((await list()).at(-1)?.field_description).toBe('The tariff');
      const meanings = await product.features.mergeFields.listDescriptions(
        suite.database.queries,
        user.workspaceId,
      );
      expect([meanings.get('plan'), meanings.get('email')]).toEqual([
        'The tariff',
        "The person's email address",
      ]);
      expect((await ask('DELETE', `${path}/${field.id}`)).status).toBe(200);
      expect((await ask('DELETE', `${path}/${field.id}`)).status).toBe(404);
      expect(await list()).toHaveLength(5);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
