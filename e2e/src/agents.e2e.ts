import { expect, type Locator, type Page } from '@playwright/test';
import { seed } from './database.ts';
import { gate, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();
test.use({ timezoneId: 'America/New_York' });

const reception = 'Riverside Dental reception';
const reminders = 'Riverside Dental reminders';
const listPath = '**/api/v1/voice-agent';
const agentPath = '**/api/v1/voice-agent/*';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const statusOf = (agent: Locator) => agent.getByRole('switch');
const openMenu = async (page: Page, name: string) =>
  await page.getByRole('button', { name: `Actions for ${name}` }).click();

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[AGENTS-1] the table tells name, voice, numbers, status and last edit of every agent', async ({
  page,
  product,
}) => {
  await seed(product, async (db) => {
    await db.query(
      `insert into phone_numbers (id, workspace_id, e164, name, inbound_agent_id)
       select 'num_0000000000000000000' || n, workspace_id, '+1212555014' || n, 'Primary Line', inbound_agent_id
       from phone_numbers, generate_series(1, 2) n where e164 = '+14155550100'`,
    );
    await db.query(
      `update agents set updated_at = '2026-03-04T20:05:09Z'
       where id = (select agent_id from agent_versions where name = $1)`,
      [reception],
    );
    await db.query(`update agent_versions set voice_id = 'gone' where name = $1`, [reminders]);
  });
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Voice Agent Name',
    'Voice',
    'Assigned Number(s)',
    'Status',
    'Edited By',
    'Actions',
  ]);
  const cells = row(page, reception).getByRole('cell');
  await expect(cells.nth(0)).toContainText(reception);
  await expect(cells.nth(1)).toContainText('Dorothy');
  await expect(cells.nth(1).locator('.mantine-Avatar-root')).toBeVisible();
  await expect(row(page, reminders).getByRole('cell').nth(1)).toHaveText('–');
  await expect(cells.nth(2)).toContainText('+1 (415) 555-0100');
  await expect(cells.nth(2)).not.toContainText('555-0141');
  await cells.nth(2).getByText('+2', { exact: true }).hover();
  const others = page.getByRole('tooltip');
  await expect(others).toContainText('Additional Numbers:');
  await expect(others).toContainText('+1 (212) 555-0141');
  await expect(others).toContainText('+1 (212) 555-0142');
  await expect(statusOf(row(page, reception))).toBeChecked();
  await expect(cells.nth(4)).toContainText('03/04/2026, 15:05');
  await expect(cells.nth(5).getByRole('button')).toHaveCount(2);
});

test('[AGENTS-2][AGENTS-5] an agent is tested, edited and deleted from its row, deleting after a question', async ({
  page,
  api,
}) => {
  const created = await api.send('POST', '/voice-agent', {
    agent_name: 'Short-lived',
    agent_type: 'outbound',
  });
  expect(created.status).toBe(201);
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'Test Voice Agent: Short-lived' }).click();
  await expect(page.getByRole('dialog', { name: 'Test Voice Agent' })).toContainText('Short-lived');
  await page.keyboard.press('Escape');

  await openMenu(page, 'Short-lived');
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete']);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Short-lived' })).toBeVisible();
  await page.getByRole('link', { name: 'All Agents' }).click();

  await openMenu(page, 'Short-lived');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Agent?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row(page, 'Short-lived')).toBeVisible();

  await page.route(agentPath, (route) => route.abort());
  await openMenu(page, 'Short-lived');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Failed to delete agent.')).toBeVisible();
  await page.unroute(agentPath);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Agent deleted successfully!')).toBeVisible();
  await expect(row(page, 'Short-lived')).toHaveCount(0);
});

test('[AGENTS-3] US numbers of 10 and 11 digits read alike, others as they are', async ({ page }) => {
  const shown: Record<string, string> = {
    '4155550142': '+1 (415) 555-0142',
    '14155550142': '+1 (415) 555-0142',
    '+14155550142': '+1 (415) 555-0142',
    '+442079460123': '+442079460123',
  };
  // The numbers of this product are stored in the international form; here the list holds what others may send.
  const numbers = Object.keys(shown);
  await page.route(listPath, async (route) => {
    const answer = await route.fetch();
    const { agents } = await answer.json();
    await route.fulfill({
      response: answer,
      json: {
        agents: numbers.map((number, at) => ({
          ...agents[0],
          agent_uuid: `agt_${at}`,
          assigned_phone: [number],
        })),
      },
    });
  });
  await page.goto('/app/voice-agents');
  for (const [at, number] of numbers.entries())
    await expect(
      page
        .getByRole('row')
        .nth(at + 1)
        .getByRole('cell')
        .nth(2),
    ).toHaveText(shown[number]!);
});

test('[AGENTS-4] a draft cannot be switched on: its switch is off and a tooltip leads to the setup', async ({
  page,
  api,
}) => {
  await api.send('POST', '/voice-agent', { agent_name: 'Unfinished', agent_type: 'inbound' });
  await page.goto('/app/voice-agents');
  const draft = row(page, 'Unfinished');
  await expect(statusOf(draft)).toBeDisabled();
  await expect(statusOf(draft)).not.toBeChecked();
  await draft.getByText('Draft', { exact: true }).hover();
  await expect(page.getByText('Agent Ready for Setup', { exact: true })).toBeVisible();
  // Forced, because a switch that is off takes no pointer: the click lands where it stands.
  await draft.locator('.mantine-Switch-track').click({ force: true });
  await expect(
    toast(
      page,
      "This agent is in draft mode. Please configure the agent's prompt, functions, and settings to enable activation.",
    ),
  ).toBeVisible();
  await draft.getByText('Draft', { exact: true }).hover();
  await page.getByRole('link', { name: 'Edit agent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unfinished' })).toBeVisible();
});

test('[AGENTS-4][AGENTS-5] the switch rests while its request runs, and tells how it ended', async ({
  page,
}) => {
  await page.goto('/app/voice-agents');
  const control = statusOf(row(page, reception));
  const { opened, open } = gate();
  await page.route(agentPath, async (route) => {
    await opened;
    await route.continue();
  });
  await control.click({ force: true });
  await expect(control).toBeDisabled();
  open();
  await expect(toast(page, 'Agent disabled successfully!')).toBeVisible();
  await expect(control).toBeEnabled();
  await expect(control).not.toBeChecked();
  await page.unroute(agentPath);

  await page.route(agentPath, (route) => route.fulfill({ status: 500, body: '' }));
  await control.click({ force: true });
  await expect(toast(page, 'Failed to update agent status. Please try again.')).toBeVisible();
  await expect(control).not.toBeChecked();
  await page.unroute(agentPath);

  await control.click({ force: true });
  await expect(toast(page, 'Agent enabled successfully!')).toBeVisible();
  await expect(control).toBeChecked();
  await page.reload();
  await expect(statusOf(row(page, reception))).toBeChecked();
});

test('[AGENTS-5] a list that cannot be read says so in its place, and can be tried again', async ({
  page,
}) => {
  await page.route(listPath, (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('main').getByText('Failed to fetch voice agents')).toBeVisible();
  await page.unroute(listPath);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(row(page, reception)).toBeVisible();
});

test('[AGENTS-6] a test call takes digits and plus signs only, and starts from seven characters on', async ({
  page,
}) => {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: `Test Voice Agent: ${reception}` }).click();
  const number = page.getByLabel('Phone number');
  const call = page.getByRole('button', { name: 'Make Test Call' });
  await expect(number).toHaveValue('');
  await expect(call).toBeDisabled();
  await number.pressSequentially('+1 (415) ab');
  await expect(number).toHaveValue('+1415');
  await number.fill('+14155');
  await expect(call).toBeDisabled();
  await number.fill('+141555');
  await expect(call).toBeEnabled();
  await number.fill('+123456789012345678901234');
  await expect(number).toHaveValue('+1234567890123456789');

  await number.fill('+12025550000');
  await call.click();
  await expect(toast(page, 'No carrier can reach +12025550000 yet.')).toBeVisible();

  const { opened, open } = gate();
  await page.route('**/api/v1/agent/test-call', async (route) => {
    await opened;
    await route.abort();
  });
  await call.click();
  await expect(page.getByRole('button', { name: 'Calling...' })).toBeDisabled();
  open();
  await expect(toast(page, 'Failed to initiate test call. Please try again.')).toBeVisible();
  await expect(call).toBeEnabled();
});

test('a new agent is a draft until it was published, and can then be switched on', async ({ page }) => {
  await page.goto('/app/voice-agents/new');
  const dialog = page.getByRole('dialog', { name: 'Select Template' });
  await dialog.getByRole('tab', { name: 'Outbound Agent' }).click();
  await dialog.getByRole('button', { name: 'Start from blank (Outbound)' }).click();
  await expect(page).toHaveURL(/\/app\/voice-agents\/agt_/);
  await expect(page.getByText('Not ready yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Agent Prompt').fill('You answer at night. We open at 8 am.');
  await page.getByLabel('What the agent says first').fill('Good evening.');
  await page.getByRole('button', { name: 'Rename agent' }).click();
  await page.getByLabel('Agent name').fill('Night desk');
  await page.getByLabel('Agent name').press('Enter');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Agent saved successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Not ready yet')).toBeHidden();
  await page.getByRole('link', { name: 'All Agents' }).click();
  await expect(statusOf(row(page, 'Night desk'))).toBeEnabled();
});

test('nobody loses what they wrote: neither by leaving nor by a colleague who saved meanwhile', async ({
  page,
  api,
}) => {
  const id = await api.findAgentId('reminders');
  await page.goto(`/app/voice-agents/${id}`);
  const prompt = page.getByLabel('Agent Prompt');
  await prompt.fill('Mine.');
  await page.getByRole('link', { name: 'Call History' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay here' }).click();
  await expect(prompt).toHaveValue('Mine.');

  expect((await api.send('PUT', `/voice-agent/${id}`, { agent_prompt: 'Theirs.' })).status).toBe(200);
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'This agent was saved by someone else' });
  await expect(conflict).toContainText('Demo User saved version');
  await conflict.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(toast(page, 'Agent saved successfully!')).toBeVisible();
  const { agent } = await api.get<{ agent: { agent_prompt: string } }>(`/voice-agent/${id}`);
  expect(agent.agent_prompt).toBe('Mine.');

  // Without changes of one's own a colleague's save shows by itself.
  await api.send('PUT', `/voice-agent/${id}`, { agent_prompt: 'Theirs again.' });
  await expect(prompt).toHaveValue('Theirs again.');
});

test('an agent that is not there is told, with the way back', async ({ page }) => {
  await page.goto('/app/voice-agents/agt_0000000000000000000000');
  await expect(page.getByRole('heading', { name: 'Agent not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to All Agents' }).click();
  await expect(row(page, reception)).toBeVisible();
});
