import { expect } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { signIn, withProduct } from './with-product.ts';

const test = withProduct();

/** Simulated people: each of these customers asks for a person; each colleague always does the same. */
const customers = { cold: '+14155550104', warm: '+14155550109', busy: '+14155550114' };
const colleagues = { cold: '+14155550150', warm: '+14155550154', busy: '+14155550165' };
type Kind = keyof typeof customers;
const callIds = {} as Record<Kind, string>;

/** Rings a customer with an agent that hands them to the colleague. */
async function place(api: ApiClient, kind: Kind): Promise<string> {
  const made = await api.send('POST', '/voice-agent', { agent_name: `Desk ${kind}`, agent_type: 'outbound' });
  const { agent_uuid: id } = (await made.json()) as { agent_uuid: string };
  const transfer = {
    id: 't',
    type: 'transfer_call',
    name: 'transfer_call',
    transfer_destination: { type: 'predefined', number: colleagues[kind] },
    transfer_option: { type: kind === 'warm' ? 'warm_transfer' : 'cold_transfer' },
  };
  await api.send('PUT', `/voice-agent/${id}`, { agent_functions: [transfer] });
  return await api.placeTestCall(customers[kind], `Desk ${kind}`);
}

test.beforeAll(async ({ api }) => {
  for (const kind of Object.keys(customers) as Kind[]) callIds[kind] = await place(api, kind);
});

test('[FUNC-2] calls are handed to people, warm and cold, and come back to the agent when nobody takes them', async ({
  page,
  api,
  product,
}) => {
  test.setTimeout(120_000);
  const timeoutMs = 60_000;
  await signIn(page, product);
  await page.goto(`/app/call-history?call=${callIds.warm}`);
  const panel = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  const aside = panel.getByRole('status').filter({ hasText: colleagues.warm });

  const cold = await api.waitForCall(({ legs }) => legs[0]?.connected_at != null, {
    id: callIds.cold,
    timeoutMs,
  });
  expect(cold.state).toBe('talking');
  expect(cold.legs).toMatchObject([
    { to_number: '14155550150', transfer_type: 'cold_transfer', method: 'join', outcome: null },
  ]);
  await api.send('POST', `/calls/${callIds.cold}/hang-up`);
  const counted = await api.waitForCall((call) => call.is_analysed, { id: callIds.cold, timeoutMs });
  expect(counted).toMatchObject({ disposition: 'transferred', legs: [{ outcome: 'connected' }] });

  const isBack = /nobody can take your call right now/;
  const back = await api.waitForCall(({ turns }) => turns.some(({ text }) => isBack.test(text)), {
    id: callIds.busy,
    timeoutMs,
  });
  expect(back).toMatchObject({ state: 'talking', legs: [{ outcome: 'busy', connected_at: null }] });

  await expect(aside).toHaveText(`Connected with ${colleagues.warm}.`, { timeout: timeoutMs });
  await panel.getByRole('button', { name: 'Hang up' }).click();
  const record = (name: string) => panel.getByRole('region', { name });
  await expect(record('Transfers').getByRole('listitem')).toContainText('Warm transfer · Connected', {
    timeout: 60_000,
  });
  await expect(record('Transfers')).toContainText('+1(415)555-0154');
  await expect(record('Actions').getByRole('listitem')).toContainText('transfer_call');
  await expect(record('Events').getByText(`Connected with ${colleagues.warm}.`)).toBeVisible();
});
