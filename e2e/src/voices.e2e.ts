import { expect, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { button, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

const create = async (api: ApiClient, name: string): Promise<string> => {
  const answer = await api.send('POST', '/voice-agent', { agent_name: name, agent_type: 'inbound' });
  return ((await answer.json()) as { agent_uuid: string }).agent_uuid;
};
const choice = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Choose ${name} `) });

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[VOICE-1] [VOICE-2] a voice is found by tab, filters and words, heard, and chosen', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Speaks');
  await api.send('PUT', `/voice-agent/${id}`, { agent_welcome_message_type: 'silent' });
  await page.setViewportSize({ width: 1440, height: 1300 });
  await page.goto(`/app/voice-agents/${id}`);
  const field = page.getByRole('region', { name: 'Voice' });
  await expect(field).toContainText('Dorothy');
  await expect(field).toContainText('British · Female · Young');
  await expect(field).toContainText('ElevenLabs is not connected yet.');
  await expect(field).toContainText('calls sound like “Built-in woman”');
  await button(page, 'Change voice').click();

  const dialog = page.getByRole('dialog', { name: 'Choose a voice' });
  const list = dialog.getByRole('list', { name: 'Voices' });
  const names = list.getByRole('button', { name: /^Choose / });
  await expect(choice(page, 'Dorothy')).toHaveAttribute('aria-current', 'true');
  await expect(dialog.getByRole('tab')).toHaveText([/^elevenlabs$/i, /^openai$/i, '+ Add Custom Voice']);
  expect((await list.boundingBox())?.height).toBe(600);
  const custom = dialog.getByRole('tab', { name: '+ Add Custom Voice' });
  await expect(custom).toHaveAttribute('aria-disabled', 'true');
  await custom.hover();
  await expect(page.getByRole('tooltip', { name: 'Voice Cloning Is Coming Soon' })).toBeVisible();
  await custom.click({ force: true });
  await expect(dialog.getByRole('tab', { name: 'ElevenLabs' })).toHaveAttribute('aria-selected', 'true');

  await test.step('filters', async () => {
    const select = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await select('Gender', 'Male');
    await select('Accent', 'Australian');
    await expect(names).toHaveCount(2);
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await expect(page.getByRole('option')).toHaveText(['Young', 'Middle Aged', 'Old']);
    await page.getByRole('option', { name: 'Old', exact: true }).click();
    await expect(names).toHaveAccessibleName(/^Choose James /);
    await dialog.getByRole('textbox', { name: 'Search' }).fill('nobody at all');
    await expect(dialog.getByText('No voices found matching your criteria')).toBeVisible();
    await button(page, 'Clear filters').click();
    await dialog.getByRole('textbox', { name: 'Search' }).fill('pNInz6obpgDQ');
    await expect(names).toHaveAccessibleName(/^Choose Adam /);
    await dialog.getByRole('textbox', { name: 'Search' }).fill('');
  });

  await test.step('a sample plays, and another takes its place', async () => {
    const answered = page.waitForResponse('**/api/v1/voice-profiles/voice_rachel/preview');
    await button(page, 'Play Rachel').click();
    expect((await answered).headers()['content-type']).toBe('audio/wav');
    await expect(button(page, 'Stop Rachel')).toHaveAttribute('data-state', 'playing');
    await dialog.getByRole('tab', { name: 'OpenAI' }).click();
    await button(page, 'Play Onyx').click();
    await expect(button(page, 'Stop Onyx')).toHaveAttribute('data-state', 'playing');
    await button(page, 'Stop Onyx').click();
    await expect(button(page, 'Play Onyx')).toBeVisible();
  });

  await choice(page, 'Onyx').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field).toContainText('Onyx');
  await button(page, 'Save').click();
  await expect(toast(page, 'Agent saved successfully!')).toBeVisible();
  const { agent } = await api.get<{ agent: { voice_profile: { voice_id: string } } }>(`/voice-agent/${id}`);
  expect(agent.voice_profile.voice_id).toBe('onyx');
});

test('[VOICE-2] [EDITOR-3] voices that do not load are asked for again, and a welcome message is heard with a sample contact', async ({
  page,
  api,
}) => {
  const id = await create(api, 'Greets');
  await page.route('**/api/v1/voice-profiles', (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto(`/app/voice-agents/${id}`);
  await expect(page.getByRole('region', { name: 'Voice' })).toContainText('Dorothy');
  await button(page, 'Change voice').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a voice' });
  await expect(dialog.getByText('Failed to load voice profiles. Please try again.')).toBeVisible();
  await page.unroute('**/api/v1/voice-profiles');
  await button(page, 'Try Again').click();
  await expect(choice(page, 'Dorothy')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Change voice')).toBeFocused();

  await expect(button(page, 'Listen')).toBeDisabled();
  await page.getByLabel('What the agent says first').fill('Hello {first_name}, this is {company_name}.');
  await button(page, 'Sample contact').click();
  await expect(page.getByLabel('Company name')).toHaveValue('Morgan Bakery');
  await page.getByLabel('First name').fill('Zoe');
  await button(page, 'Listen').click();
  await expect(button(page, 'Stop')).toBeVisible();
  await expect(page.getByText('“Hello Zoe, this is Morgan Bakery.”')).toBeVisible();
  await expect(page.getByText('Heard as “Built-in woman”')).toBeVisible();
  await button(page, 'Stop').click();
  await expect(button(page, 'Listen')).toBeVisible();

  await page.route('**/api/v1/voice-profiles/*/say', (route) => route.abort());
  await button(page, 'Listen').click();
  await expect(toast(page, 'The voice could not be heard. Please try again.')).toBeVisible();
});
