import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { ApiClient } from './api-client.ts';
import { type Product, startProduct } from './product.ts';

/** A fresh database on the test server, for processes to share. */
async function createDatabase(): Promise<string> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const name = `parley_e2e_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

test.describe('two processes on one PostgreSQL', () => {
  let office: Product;
  let lines: Product;
  let api: ApiClient;
  test.beforeAll(async () => {
    const common = { DATABASE_URL: await createDatabase(), SECRET_KEY: randomBytes(32).toString('hex') };
    office = await startProduct({ ...common, ROLES: 'api,jobs' });
    lines = await startProduct({ ...common, ROLES: 'api,calls,jobs' });
    api = await ApiClient.open(office);
  });
  test.afterAll(async () => {
    await lines?.stop();
    await office?.stop();
  });

  test('a call asked for in one is placed by the other, followed and hung up from the first', async () => {
    const id = await api.placeTestCall('+12125550100');
    const talking = await api.waitForCall((call) => call.turns.length > 0, { id });
    expect(talking.state).toBe('talking');
    expect((await api.send('POST', `/calls/${id}/hang-up`)).status).toBe(202);
    const ended = await api.waitForCall((call) => call.state === 'ended' && call.is_analysed, { id });
    expect(ended.end_reason).toBe('staff_hung_up');
  });

  test('a number nobody can reach ends the call with its reason', async () => {
    const id = await api.placeTestCall('+4930123456');
    const ended = await api.waitForCall((call) => call.state === 'ended', { id });
    expect(ended.end_reason).toBe('number_unreachable');
  });

  test('the calls of a process that was killed are closed by the one that lives', async () => {
    const id = await api.placeTestCall('+12125550199');
    const talking = await api.waitForCall((call) => call.turns.length > 0, { id });
    await lines.kill();
    const ended = await api.waitForCall((call) => call.state === 'ended' && call.is_analysed, {
      id,
      timeoutMs: 30_000,
    });
    expect(ended.end_reason).toBe('process_died');
    expect(ended.turns.length).toBeGreaterThanOrEqual(talking.turns.length);
  });
});
