import { expect } from '@playwright/test';
import { pastCallId, seedCalls } from './seed-calls.ts';
import { signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

test('an agent is tested in writing: a test is made, run and read, publishing tells of it, and a call becomes one', async ({
  page,
  product,
  api,
}) => {
  await signIn(page, product);
  const agentId = await api.findAgentId('reception');
  await page.goto(`/app/voice-agents/${agentId}`);
  await page.getByRole('tab', { name: 'Tests' }).click();
  await expect(page.getByText('No tests yet.')).toBeVisible();

  await page.getByRole('button', { name: 'New test' }).click();
  const dialog = page.getByRole('dialog', { name: 'New test' });
  await dialog.getByRole('button', { name: 'Create test' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Write what the customer says, or who they are')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody says goodbye');
  await dialog.getByRole('textbox', { name: 'What they say' }).fill('Thank you, goodbye.');
  const must = dialog.getByRole('group', { name: 'Must happen' });
  await must.getByRole('button', { name: 'Add expectation' }).click();
  await must.getByLabel('Must happen: kind of expectation 1').selectOption('ends_call');
  const mustNot = dialog.getByRole('group', { name: 'Must not happen' });
  await mustNot.getByRole('button', { name: 'Add expectation' }).click();
  await mustNot.getByLabel('Must not happen: kind of expectation 1').selectOption('says');
  await mustNot.getByRole('textbox').fill('Riverside Dental');
  await dialog.getByRole('button', { name: 'Create test' }).click();
  await expect(dialog).toBeHidden();
  const tests = page.getByRole('list', { name: 'Tests' });
  await expect(tests.getByRole('listitem')).toContainText('Not run');

  // The greeting names the practice, which it must not here.
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(tests.getByRole('listitem')).toContainText('Failed', { timeout: 60_000 });
  await expect(page.getByText('0 of 1 passed.')).toBeVisible();
  await tests.getByRole('button', { name: 'Somebody says goodbye', exact: true }).click();
  const result = page.getByRole('dialog', { name: 'Somebody says goodbye' });
  await expect(result.getByText('The agent ended the call.').first()).toBeVisible();
  await expect(result.getByRole('img', { name: 'Did not hold' })).toHaveCount(1);
  await expect(result.getByRole('img', { name: 'Held', exact: true })).toHaveCount(1);
  await expect(result.getByText('Thank you, goodbye.')).toBeVisible();
  await page.keyboard.press('Escape');

  // Another version is saved; its tests fail as well, and publishing says so.
  await page
    .getByRole('textbox', { name: /prompt/i })
    .first()
    .fill('You answer the phone of Riverside Dental.');
  await expect(page.getByText('Tests talk to what is saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/These results are of version/)).toBeVisible();
  await page.getByRole('button', { name: 'Run Somebody says goodbye' }).click();
  await expect(page.getByText(/These results are of version/)).toBeHidden();
  await expect(page.getByText('0 of 1 passed.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Publish' }).click();
  const publishing = page.getByRole('dialog', { name: /^Publish version/ });
  await expect(publishing.getByRole('alert')).toContainText('Not as expected: Somebody says goodbye');
  await publishing.getByRole('button', { name: 'Cancel' }).click();

  const callId = pastCallId(3);
  await seedCalls(product, [
    { id: callId, agentId, createdAt: '2026-11-02T10:00:00Z', turns: [['customer', 'Do you have parking?']] },
  ]);
  await page.goto(`/app/call-history?call=${callId}`);
  await page.getByRole('button', { name: 'Make a test of this call' }).click();
  await expect(toast(page, 'The test stands with its agent')).toBeVisible();
  const { scenarios } = await api.get<{ scenarios: unknown[] }>(`/voice-agent/${agentId}/tests`);
  expect(scenarios[1]).toMatchObject({ customer_lines: ['Do you have parking?'] });
});
