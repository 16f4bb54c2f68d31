import { expect, type Page } from '@playwright/test';
import { saveAgent } from './agent-page.ts';
import type { ApiClient } from './api-client.ts';
import { button, signIn, withProduct } from './with-product.ts';

const test = withProduct();

type StoredFunction = Record<string, unknown> & { type: string; headers?: Record<string, string> };

const create = async (api: ApiClient, name: string): Promise<string> => {
  const answer = await api.send('POST', '/voice-agent', { agent_name: name, agent_type: 'inbound' });
  const id = ((await answer.json()) as { agent_uuid: string }).agent_uuid;
  await api.send('PUT', `/voice-agent/${id}`, { agent_welcome_message_type: 'silent' });
  return id;
};
const listFunctions = async (api: ApiClient, id: string): Promise<StoredFunction[]> =>
  JSON.parse(
    (await api.get<{ agent: { agent_function: string } }>(`/voice-agent/${id}`)).agent.agent_function,
  );
const add = async (page: Page, name: RegExp) => {
  await button(page, 'Add Function').click();
  await page.getByRole('menuitem', { name }).click();
};

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[FUNC-1][FUNC-2] each function is added once, changed in place, and deleted after a question', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Does things');
  await page.goto(`/app/voice-agents/${id}`);
  await button(page, 'Add Function').click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^End Call/,
    /^Transfer Call/,
    /^Check Calendar \(Coming Soon\)/,
    /^Book Calendar/,
    /^Custom[^ ]/,
    /^Press Digit/,
    /^Custom Function/,
  ]);
  await expect(page.getByRole('menuitem', { name: /Check Calendar/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: /Transfer Call/ }).click();

  const dialog = page.getByRole('dialog', { name: 'Transfer Call' });
  await expect(dialog.getByRole('radio', { name: 'Static number' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Cold transfer' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: "The agent's number" })).toBeChecked();
  await button(page, 'Save function').click();
  await expect(dialog.getByText('Give the number the call is handed to')).toBeVisible();
  await dialog.getByLabel('Number to transfer to').fill('+1 415 555-0123');
  await button(page, 'Save function').click();
  await expect(dialog).toBeHidden();
  await add(page, /End Call/);
  await button(page, 'Save function').click();
  await button(page, 'Add Function').click();
  await expect(page.getByRole('menuitem', { name: /End Call|Transfer Call/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await saveAgent(page);
  expect(await listFunctions(api, id)).toMatchObject([
    {
      type: 'transfer_call',
      transfer_destination: { type: 'predefined', number: '+14155550123' },
      transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
    },
    { type: 'end_call', name: 'end_call' },
  ]);

  await button(page, 'Edit transfer_call').click();
  await dialog.getByRole('radio', { name: 'Dynamic routing' }).click();
  await dialog.getByLabel('Routing instructions').fill('Billing goes to +14155550124.');
  await dialog.getByRole('radio', { name: 'Warm transfer' }).click();
  await dialog.getByRole('radio', { name: "The transferee's number" }).click();
  await button(page, 'Save function').click();
  await saveAgent(page);
  expect(await listFunctions(api, id)).toMatchObject([
    {
      type: 'transfer_call',
      transfer_destination: { type: 'inferred', prompt: 'Billing goes to +14155550124.' },
      transfer_option: { type: 'warm_transfer', show_transferee_as_caller: true },
    },
    { type: 'end_call' },
  ]);

  await button(page, 'Delete transfer_call').click();
  const question = page.getByRole('dialog', { name: 'Delete function?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Edit transfer_call')).toBeVisible();
  await button(page, 'Delete transfer_call').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await saveAgent(page);
  expect((await listFunctions(api, id)).map(({ type }) => type)).toEqual(['end_call']);
});

test('[FUNC-1][FUNC-3][FUNC-4] a booking needs a connected calendar, and then nothing of the calendar is offered again', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Books');
  await page.goto(`/app/voice-agents/${id}`);
  await add(page, /Book Calendar/);
  const dialog = page.getByRole('dialog', { name: 'Book Calendar' });
  await expect(dialog.getByRole('link', { name: 'Go to Integrations' })).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeHidden();

  // A calendar as the list of integrations tells of one; connecting one is proved in integrations.e2e.ts.
  await page.route('**/api/v1/integrations/fetch-integration', async (route) => {
    const answer = await route.fetch();
    const cards = (await answer.json()) as { integration_name: string }[];
    const connected = { connected: true, kind: 'calendar' };
    await route.fulfill({
      response: answer,
      json: cards.map((card) =>
        card.integration_name === 'google_calendar' ? { ...card, ...connected } : card,
      ),
    });
  });
  await page.reload();
  await add(page, /Book Calendar/);
  await dialog.getByLabel('Name').fill('');
  await expect(button(page, 'Save function')).toBeDisabled();
  await dialog.getByLabel('Name').fill('a name that is far too long');
  await expect(dialog.getByLabel('Name')).toHaveValue('a name that is ');
  await dialog.getByLabel('Name').fill('book_visit');
  await button(page, 'Save function').click();
  for (const name of [/End Call/, /Press Digit/]) {
    await add(page, name);
    await button(page, 'Save function').click();
  }
  await add(page, /Check Calendar/);
  await button(page, 'Save function').click();
  await button(page, 'Delete check_calendar').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await button(page, 'Add Function').click();
  await expect(page.getByRole('menuitem', { name: /Check Calendar/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Book Calendar/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await saveAgent(page);
  expect((await listFunctions(api, id))[0]).toMatchObject({
    type: 'custom',
    name: 'book_visit',
    url: expect.stringMatching(/\/api\/v1\/webhooks\/google-cal$/),
    method: 'POST',
    speak_after_execution: true,
    speak_during_execution: true,
    parameters: { required: ['summary', 'dateTimeStart', 'dateTimeEnd', 'attendees'] },
  });
});

test('[FUNC-5] a custom function has parameters and secret headers, and can be tried', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Asks');
  await page.goto(`/app/voice-agents/${id}`);
  await add(page, /Custom Function/);
  const dialog = page.getByRole('dialog', { name: 'Custom Function' });
  await expect(button(page, 'Save function')).toBeDisabled();
  await dialog.getByLabel('Name', { exact: true }).fill('find_order');
  await button(page, 'Save function').click();
  await expect(dialog.getByText('Give an address that begins with')).toBeVisible();
  await dialog.getByLabel('URL').fill('https://orders.example/find');
  await button(page, 'Add parameter').click();
  await expect(dialog.getByText('Give each parameter a name.')).toBeVisible();
  await dialog.getByLabel('Parameter 1 name').fill('order_number');
  await dialog.getByLabel('Parameter 1 description').fill('As on the letter');
  await button(page, 'Add header').click();
  await dialog.getByLabel('Header 1 name').fill('Authorization');
  await dialog.getByLabel('Header 1 value').fill('Bearer hidden');
  await dialog.getByLabel('Speak after execution').click();
  await dialog.getByLabel('Time-out in seconds').fill('20');

  await page.route('**/try-function', (route) =>
    route.fulfill({
      json: {
        request: { method: 'POST', url: 'https://orders.example/find', headers: [], body: '{"args":{}}' },
        answer: { status: 200, body: 'Sent on Monday', is_cut: false },
        result: 'Sent on Monday',
        took_ms: 12.4,
      },
    }),
  );
  const asked = page.waitForRequest('**/try-function');
  await button(page, 'Try it').click();
  expect((await asked).postDataJSON()).toMatchObject({
    function: { name: 'find_order', headers: { Authorization: 'Bearer hidden' } },
    arguments: { order_number: 'text' },
  });
  await expect(dialog.getByText('Answer 200, after 12 ms')).toBeVisible();
  await expect(dialog.getByText('Sent on Monday').first()).toBeVisible();

  await dialog.getByText('JSON schema', { exact: true }).click();
  const schema = dialog.getByLabel('JSON schema of the parameters');
  await expect(schema).toHaveValue(/"order_number"/);
  const right = await schema.inputValue();
  await schema.fill('{');
  await button(page, 'Save function').click();
  await expect(dialog.getByText('This is not JSON.')).toBeVisible();
  await schema.fill(right);
  await button(page, 'Save function').click();
  await saveAgent(page);
  const [stored] = await listFunctions(api, id);
  expect(stored).toMatchObject({
    type: 'custom_function',
    name: 'find_order',
    url: 'https://orders.example/find',
    method: 'POST',
    speak_during_execution: true,
    speak_after_execution: false,
    timeout_ms: 20_000,
    parameters: {
      type: 'object',
      properties: { order_number: { type: 'string', description: 'As on the letter' } },
      required: ['order_number'],
    },
  });
  expect(stored?.headers).toEqual({ Authorization: '••••••••' });

  await page.reload();
  await button(page, 'Edit find_order').click();
  await expect(dialog.getByLabel('Header 1 value')).toHaveValue('••••••••');
});
