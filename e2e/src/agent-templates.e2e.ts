import { expect } from '@playwright/test';
import { gate, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();
const listPath = '**/api/v1/voice-agent';

type Agent = {
  agent_type: string;
  agent_prompt: string;
  agent_welcome_msg: string;
  agent_function: string;
  is_draft: number;
};

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[AGENTS-7] Create Agent offers the templates of each kind, and tells why one cannot be made', async ({
  page,
}) => {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  await expect(page).toHaveURL('/app/voice-agents/new');
  const dialog = page.getByRole('dialog', { name: 'Select Template' });
  await expect(dialog.getByRole('tab')).toHaveText(['Incoming Agent', 'Outbound Agent']);
  const cards = dialog.getByRole('tabpanel').getByRole('button');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toHaveAccessibleName(/^Start from blank/);
  await expect(cards.nth(1)).toHaveAccessibleName(/^Healthcare Check-In/);
  await expect(cards.nth(1)).toContainText('Gathers information and can transfer the call.');
  await expect(cards.nth(2)).toHaveAccessibleName(/^Notification/);
  await expect(cards.nth(2)).toContainText('Gives a notification, then ends the call.');

  await dialog.getByRole('tab', { name: 'Incoming Agent' }).press('ArrowDown');
  await expect(cards).toHaveCount(1);
  await expect(cards).toHaveAccessibleName(/^Start from blank \(Outbound\)/);

  const { opened, open } = gate();
  await page.route(listPath, async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    await opened;
    await route.abort();
  });
  await cards.click();
  await expect(cards).toBeDisabled();
  open();
  await expect(toast(page, 'Failed to create agent')).toBeVisible();
  await page.unroute(listPath);
  await page.route(listPath, async (route) =>
    route.request().method() === 'POST'
      ? await route.fulfill({
          status: 409,
          json: {
            error: { kind: 'VALIDATION_ERROR', code: 'agent_is_draft', message: 'Said by the server.' },
            message: 'Said by the server.',
          },
        })
      : await route.continue(),
  );
  await cards.click();
  await expect(toast(page, 'Said by the server.')).toBeVisible();
  await page.unroute(listPath);

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/app/voice-agents');
});

for (const { title, kind, type, functions, says } of [
  {
    title: 'Healthcare Check-In',
    kind: 'Incoming Agent',
    type: 'inbound',
    functions: ['end_call', 'transfer_call'],
    says: 'check',
  },
  {
    title: 'Notification',
    kind: 'Incoming Agent',
    type: 'inbound',
    functions: ['end_call'],
    says: 'automatic message',
  },
  {
    title: 'Start from blank (Outbound)',
    kind: 'Outbound Agent',
    type: 'outbound',
    functions: ['end_call'],
    says: '',
  },
])
  test(`[AGENTS-7] ${title} becomes a draft with its prompt, welcome message and functions, open in the editor`, async ({
    page,
    api,
  }) => {
    await page.goto('/app/voice-agents/new');
    await page.getByRole('tab', { name: kind }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).press('Enter');
    await expect(page).toHaveURL(/\/app\/voice-agents\/agt_/);
    const { agent } = await api.get<{ agent: Agent }>(`/voice-agent/${page.url().split('/').at(-1)}`);
    expect(agent).toMatchObject({ agent_type: type, is_draft: 1 });
    expect(agent.agent_welcome_msg).toContain(says);
    expect(JSON.parse(agent.agent_function).map((each: { type: string }) => each.type)).toEqual(functions);
    await expect(page.getByLabel('Agent Prompt')).toHaveValue(agent.agent_prompt);
    if (says !== '')
      await expect(page.getByLabel('What the agent says first')).toHaveValue(agent.agent_welcome_msg);
  });
