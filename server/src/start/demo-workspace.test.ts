import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { features } from '../features/index.ts';
import { describeOnEachDatabase } from '../platform/db/testing.ts';
import { demoNumber } from './demo-agents.ts';
import { ensureDemoWorkspace } from './demo-workspace.ts';
import { askApi, openTestProduct, registerUser, type TestProduct } from './testing-platform.ts';

describeOnEachDatabase(
  'The demo workspace of local mode',
  (suite) => {
    let product: TestProduct;
    beforeEach(async () => {
      product = await openTestProduct(suite.database);
    });
    afterEach(() => product.close());
    const ensure = () => ensureDemoWorkspace(product.platform, product.features);
    const count = async (table: string) => {
      const { rows } = await suite.database.queries.execute(sql`select 1 from ${sql.identifier(table)}`);
      return rows.length;
    };

    test('is made on an empty database, with a sign-in in a file that only its owner reads', async () => {
      const signIn = await ensure();
      const path = join(product.platform.config.dataDir, 'demo-sign-in.json');
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(signIn);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const login = await askApi(product, 'POST', '/auth/login', { body: signIn });
      expect(login.status).toBe(201);
      const { token, user } = login.body as { token: string; user: { isEmailVerified: boolean } };
      expect(user.isEmailVerified).toBe(true);
      const { agents } = (await askApi(product, 'GET', '/voice-agent', { token })).body as {
        agents: { agent_type: string; agent_state: string; is_draft: number; assigned_phone: string[] }[];
      };
      expect(agents.map((agent) => agent.agent_type).sort()).toEqual(['inbound', 'outbound']);
      for (const agent of agents)
        expect(agent).toMatchObject({
          agent_state: 'active',
          is_draft: 0,
          assigned_phone: [demoNumber],
          edited_by: '',
        });
    });

    test('is the same at the next start, even when its agents were deleted', async () => {
      const first = await ensure();
      await suite.database.queries.execute(sql`update agents set deleted_at = now()`);
      expect(await ensure()).toEqual(first);
      expect([await count('users'), await count('workspaces'), await count('agents')]).toEqual([1, 1, 2]);
    });

    test('is finished when an earlier start died before its workspace was made', async () => {
      const first = await ensure();
      await suite.database.queries.execute(sql`delete from workspaces`);
      expect(await ensure()).toEqual(first);
      expect([await count('users'), await count('workspaces'), await count('phone_numbers')]).toEqual([
        1, 1, 1,
      ]);
    });

    test('is not made where people have accounts, and its password is not made up when the file is lost', async () => {
      await ensure();
      await rm(join(product.platform.config.dataDir, 'demo-sign-in.json'));
      expect(await ensure()).toBeUndefined();
      await suite.database.queries.execute(sql`truncate users, workspaces cascade`);
      await registerUser(product, 'ada@example.com');
      expect(await ensure()).toBeUndefined();
      expect(await count('users')).toBe(1);
    });
  },
  { migrations: features.map((feature) => feature.migrations), isEmptiedBeforeEach: true },
);
