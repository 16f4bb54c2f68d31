import type { VoiceAgent } from '@parley/contract/agents';
import { expect, type Page } from '@playwright/test';
import { saveAgent } from './agent-page.ts';
import type { ApiClient } from './api-client.ts';
import { button, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

const create = async (api: ApiClient, name: string, template = 'blank_inbound'): Promise<string> => {
  const answer = await api.send('POST', '/voice-agent', {
    agent_name: name,
    agent_type: 'inbound',
    template,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { agent_uuid: string }).agent_uuid;
};
const read = async (api: ApiClient, id: string): Promise<VoiceAgent> =>
  (await api.get<{ agent: VoiceAgent }>(`/voice-agent/${id}`)).agent;
/** A button of the screen, not of a dialog that is just closing over it. */
const action = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[EDITOR-1][EDITOR-2] the name is edited in place; Save keeps a draft, Revert goes back, Publish puts it to use', async ({
  page,
  api,
}) => {
  const id = await create(api, 'First name');
  await page.goto(`/app/voice-agents/${id}`);
  const heading = page.getByRole('heading', { level: 1 });
  const name = page.getByLabel('Agent name');
  await button(page, 'Rename agent').click();
  await name.fill('   ');
  await expect(button(page, 'Confirm name')).toBeDisabled();
  await name.press('Enter');
  await expect(page.getByText('Give the agent a name.')).toBeVisible();
  await name.fill('Dropped');
  await name.press('Escape');
  await expect(heading).toHaveText('First name');
  await button(page, 'Rename agent').click();
  await name.fill('Dropped too');
  await button(page, 'Cancel renaming').click();
  await expect(heading).toHaveText('First name');
  await button(page, 'Rename agent').click();
  await name.fill('  Second name ');
  await button(page, 'Confirm name').click();
  await expect(heading).toHaveText('Second name');
  expect((await read(api, id)).agent_name).toBe('First name');

  await page.getByLabel('Agent Prompt').fill('Be kind.');
  await page.getByLabel('What the agent says first').fill('Hello.');
  await expect(action(page, 'Publish')).toBeDisabled();
  await saveAgent(page);
  expect(await read(api, id)).toMatchObject({
    agent_name: 'Second name',
    agent_prompt: 'Be kind.',
    agent_welcome_msg_type: 'play',
    is_draft: 1,
    published_version: null,
  });

  await page.getByLabel('Agent Prompt').fill('Be rude.');
  await action(page, 'Revert').click();
  const question = page.getByRole('dialog', { name: 'Revert your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Agent Prompt')).toHaveValue('Be rude.');
  await action(page, 'Revert').click();
  await question.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByLabel('Agent Prompt')).toHaveValue('Be kind.');
  await expect(question).toBeHidden();
  await expect(action(page, 'Revert')).toBeDisabled();

  await action(page, 'Publish').click();
  await page
    .getByRole('dialog', { name: 'Publish version 2?' })
    .getByRole('button', { name: 'Publish' })
    .click();
  await expect(toast(page, 'Agent published')).toBeVisible();
  expect(await read(api, id)).toMatchObject({ is_draft: 0, published_version: 2 });
  await button(page, 'Create').click();
  await expect(page.getByRole('dialog', { name: 'Select Template' })).toBeVisible();
});

test('[EDITOR-3] silent sends no words, a greeting sends its own, in the language that was chosen', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Greeter', 'notification');
  await page.goto(`/app/voice-agents/${id}`);
  await page.getByRole('radio', { name: 'User speaks first' }).click();
  await expect(page.getByLabel('What the agent says first')).toBeHidden();
  await saveAgent(page);
  expect(await read(api, id)).toMatchObject({ agent_welcome_msg_type: 'silent', agent_welcome_msg: '' });
  await page.getByRole('radio', { name: 'AI greets first' }).click();
  await page.getByLabel('What the agent says first').fill('Guten Morgen.');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await saveAgent(page);
  expect(await read(api, id)).toMatchObject({
    agent_welcome_msg_type: 'play',
    agent_welcome_msg: 'Guten Morgen.',
    agent_language: 'de',
  });
});

test('[EDITOR-2] what was not saved outlives a reload, and is asked about before it is left', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Kept');
  await page.goto(`/app/voice-agents/${id}`);
  const prompt = page.getByLabel('Agent Prompt');
  await prompt.fill('Not saved yet.');
  await page.waitForFunction(
    (key) => localStorage.getItem(key)?.includes('Not saved yet.'),
    `agent-draft:${id}`,
  );
  await page.reload();
  const restore = page.getByRole('dialog', { name: 'Restore your unsaved changes?' });
  await expect(prompt).toHaveValue('');
  await restore.getByRole('button', { name: 'Restore' }).click();
  await expect(prompt).toHaveValue('Not saved yet.');
  await page.getByRole('link', { name: 'Back to All Agents' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveURL('/app/voice-agents');
  await page.goto(`/app/voice-agents/${id}`);
  await expect(prompt).toHaveValue('');
  await expect(restore).toBeHidden();
});

test('[EDITOR-4][EDITOR-5] the right side has its tabs and sections', async ({ page, api }) => {
  // A server that runs no conversations.
  await page.route('**/api/v1/simulations/options', (route) =>
    route.fulfill({ json: { is_available: false, hears_speech: false } }),
  );
  await page.goto(`/app/voice-agents/${await create(api, 'Sections')}`);
  await expect(page.getByRole('tab')).toHaveText(['Create', 'Simulation', 'Tests']);
  const simulation = page.getByRole('tab', { name: 'Simulation' });
  await expect(simulation).toBeDisabled();
  await simulation.hover();
  await expect(page.getByRole('tooltip', { name: 'Voice Simulation Coming Soon!' })).toBeVisible();
  const isOpen = (name: string) =>
    page.getByRole('button', { name, exact: true }).getAttribute('aria-expanded');
  expect(await isOpen('Functions')).toBe('true');
  expect(await isOpen('Knowledge Base')).toBe('false');
  expect(await isOpen('Merge Fields')).toBe('false');
});

test('[EDITOR-5] knowledge is attached, saved, and its section is open afterwards', async ({ page, api }) => {
  const base = {
    name: 'Prices',
    knowledge_base_texts: [{ title: 'Cleaning', text: 'A cleaning is 90 dollars.' }],
  };
  expect((await api.send('POST', '/knowledge-base', base)).status).toBe(201);
  const id = await create(api, 'Knows');
  await api.send('PUT', `/voice-agent/${id}`, { agent_welcome_message_type: 'silent' });
  await page.goto(`/app/voice-agents/${id}`);
  await button(page, 'Knowledge Base').click();
  await page.getByRole('combobox', { name: 'Add a knowledge base' }).click();
  await page.getByRole('option', { name: 'Prices' }).click();
  await saveAgent(page);
  await page.reload();
  await expect(button(page, 'Take off Prices')).toBeVisible();
  await button(page, 'Take off Prices').click();
  await saveAgent(page);
  expect(await read(api, id)).toMatchObject({ agent_kb: [] });
});

test('[EDITOR-6][MERGE-1][MERGE-2] merge fields go in at the cursor; a new one is checked, made and told apart', async ({
  page,
  api,
}) => {
  await page.goto(`/app/voice-agents/${await create(api, 'Fields')}`);
  const prompt = page.getByLabel('Agent Prompt');
  await prompt.fill('Hello !');
  await prompt.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await button(page, 'Merge Fields').click();
  await button(page, 'Insert first_name').click();
  await expect(prompt).toHaveValue('Hello {first_name}!');
  await expect(prompt).toBeFocused();
  await page.keyboard.type(' {owner}');
  await expect(prompt).toHaveValue('Hello {first_name} {owner}!');
  await expect(page.getByText('This is no merge field yet: {owner}.')).toBeVisible();

  await button(page, 'New merge field').click();
  await button(page, 'Create merge field').click();
  await expect(page.getByText('Field name is required')).toBeVisible();
  await expect(page.getByText('Field description is required')).toBeVisible();
  await page.getByLabel('Field name').fill('Owner 1');
  await button(page, 'Create merge field').click();
  await expect(
    page.getByText('Field name must be lowercase with underscores only (e.g., prospect_owner_name)'),
  ).toBeVisible();
  await page.getByLabel('Field name').fill('owner');
  await page.getByLabel('Field description').fill('Whose customer this is');
  await page.route('**/api/v1/company-fields-mapping', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await button(page, 'Create merge field').click();
  await expect(toast(page, 'Failed to create merge field')).toBeVisible();
  await page.unroute('**/api/v1/company-fields-mapping');
  await page.getByLabel('Field description').press('Enter');
  await expect(toast(page, 'Merge field created successfully!')).toBeVisible();
  await expect(page.getByText('This is no merge field yet')).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: '{owner}' })).toContainText('Yours');
  await expect(page.getByRole('listitem').filter({ hasText: '{email}' })).toContainText('Default');

  const owner = page.getByRole('listitem').filter({ hasText: '{owner}' });
  await button(page, 'Edit merge field owner').click();
  await owner.getByLabel('Field description').fill(' ');
  await button(page, 'Save description').click();
  await expect(owner.getByText('Field description is required')).toBeVisible();
  await owner.getByLabel('Field description').fill('Who looks after them');
  await owner.getByLabel('Field description').press('Enter');
  await expect(owner.getByText('Who looks after them', { exact: true })).toBeVisible();
  await expect(button(page, 'Edit merge field owner')).toBeFocused();
  await expect(button(page, 'Edit merge field email')).toBeHidden();

  await page.route('**/api/v1/company-fields-mapping', (route) => route.fulfill({ status: 403, body: '' }));
  await page.reload();
  await button(page, 'Drop them').click();
  await button(page, 'Merge Fields').click();
  await expect(page.getByText('Failed to load company fields')).toBeVisible();
});

test('[EDITOR-7] an agent that cannot be read or saved is told in the words for it', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Broken');
  const path = `**/api/v1/voice-agent/${id}`;
  await page.goto('/app/voice-agents/agt_0000000000000000000000');
  await expect(page.getByRole('heading', { name: 'Agent not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to All Agents' }).click();
  await expect(page).toHaveURL('/app/voice-agents');

  await page.route(path, (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto(`/app/voice-agents/${id}`);
  await expect(toast(page, 'Failed to load agent data')).toBeVisible();
  await expect(page).toHaveURL('/app/voice-agents');
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ json: {} }));
  await page.goto(`/app/voice-agents/${id}`);
  await expect(toast(page, 'No agent data found!')).toBeVisible();
  await expect(page).toHaveURL('/app/voice-agents');
  await page.unroute(path);

  await page.goto(`/app/voice-agents/${id}`);
  await page.getByRole('radio', { name: 'User speaks first' }).click();
  await page.route(path, (route) => route.abort());
  await button(page, 'Save').click();
  await expect(toast(page, 'Failed to save agent.')).toBeVisible();
  await expect(button(page, 'Save')).toBeEnabled();
});

test('[EDITOR-2] the history tells what each version changed, brings an older one back, and publishes it', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Remembers');
  await api.send('PUT', `/voice-agent/${id}`, { agent_prompt: 'We open at 8 am.' });
  await api.send('POST', `/voice-agent/${id}/publish`, { version: 2 });
  await api.send('PUT', `/voice-agent/${id}`, { agent_prompt: 'We open at 9 am.', agent_functions: [] });
  await page.goto(`/app/voice-agents/${id}`);
  await button(page, 'History').click();
  const drawer = page.getByRole('dialog', { name: 'Version history' });
  const versions = drawer.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(3);
  await expect(versions.nth(0)).toContainText('Saved by Demo User');
  await expect(versions.nth(1)).toContainText('Published');
  await button(page, 'See changes of version 3').click();
  const prompt = drawer.getByRole('region', { name: 'Agent Prompt', exact: true });
  await expect(prompt.locator('del')).toHaveText('8');
  await expect(prompt.locator('ins')).toHaveText('9');
  await expect(
    drawer.getByRole('region', { name: 'Function end_call', exact: true }).locator('ins'),
  ).toHaveCount(0);
  await button(page, 'Back to versions').click();
  await button(page, 'Restore version 2').click();
  await expect(toast(page, 'Version 2 is restored as version 4.')).toBeVisible();
  await expect(page.getByLabel('Agent Prompt')).toHaveValue('We open at 8 am.');
  await expect(drawer).toBeHidden();

  await button(page, 'History').click();
  await button(page, 'Publish version 3').click();
  const publish = page.getByRole('dialog', { name: 'Publish version 3?' });
  await expect(publish.getByRole('region', { name: 'Agent Prompt', exact: true }).locator('ins')).toHaveText(
    '9',
  );
  await publish.getByRole('button', { name: 'Publish' }).click();
  await expect(publish).toBeHidden();
  await expect.poll(async () => (await read(api, id)).published_version).toBe(3);
});
