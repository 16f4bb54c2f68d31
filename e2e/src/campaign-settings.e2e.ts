import { readFileSync } from 'node:fs';
import { type Download, expect, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { csvFile } from './csv-file.ts';
import { expectAccessible } from './expect-accessible.ts';
import { button, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

type Listed = { id: string; phone_number_ids: string[]; rules: object };

const textOf = async (download: Promise<Download>) => readFileSync(await (await download).path(), 'utf8');

/** A campaign with three people, as a script makes it. */
async function createCampaign(api: ApiClient, url: string): Promise<Listed> {
  const form = new FormData();
  form.append(
    'file',
    new Blob(['Phone;Name\n+14155550111;Ann\n+14155550112;Bob\n+14155550113;Cy\n']),
    'a.csv',
  );
  const stored = await fetch(`${url}/api/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  });
  const { secure_url: csvUrl } = (await stored.json()) as { secure_url: string };
  const { data: numbers } = await api.get<{ data: { id: string }[] }>('/phone-numbers');
  const created = await api.send('POST', '/campaigns/create-campaign', {
    campaign_name: 'Recall',
    agent_uuid: await api.findAgentId('reminders'),
    phone_number_id: numbers[0]?.id,
    field_mappings: { Phone: 'phone_number', Name: 'first_name' },
    csv_url: csvUrl,
  });
  expect(created.status).toBe(201);
  const { campaign } = (await created.json()) as { campaign: Listed };
  const load = async () =>
    await api.get<{ campaign: { contacts_count: number } }>(`/campaigns/${campaign.id}`);
  await expect.poll(async () => (await load()).campaign.contacts_count).toBe(3);
  return campaign;
}

/** Chooses the 15th of the next month, and closes the calendar. */
async function chooseDayOff(page: Page): Promise<void> {
  await button(page, 'Days off').click();
  await button(page, 'Next month').click();
  await page.getByRole('button', { name: /^15 / }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Take out \w+ 15, / })).toBeVisible();
}

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[CAMP-3] days off, pace, further calls, consent and several numbers are set, with complaints at their fields', async ({
  page,
  api,
  product,
}) => {
  const campaign = await createCampaign(api, product.url);
  const added = await api.send('POST', '/phone-numbers', { phone: '+14155550142', name: 'Second Line' });
  const { data: second } = (await added.json()) as { data: { id: string } };
  await page.goto(`/app/campaigns/${campaign.id}/edit`);
  await page.getByRole('button', { name: 'Start date' }).click();
  await page.locator('button[data-today]').click();
  await page.getByRole('combobox', { name: 'Phone numbers' }).fill('555 0142');
  await page.getByRole('option', { name: /Second Line/ }).click();
  const advanced = page.getByRole('button', { name: /^Advanced/ });
  await expect(advanced).toContainText('Mon to Fri · 10 calls at once · 3 attempts per person');
  await advanced.click();
  await page.getByRole('textbox', { name: 'New calls per second' }).fill('2.5');
  await page.getByRole('textbox', { name: 'After no answer' }).fill('1.5');
  const afterVoicemail = page.getByRole('textbox', { name: 'After voicemail' });
  await afterVoicemail.fill('31');
  await page.getByRole('switch', { name: 'Only people who agreed to be called' }).check();
  await chooseDayOff(page);
  await expectAccessible(page);
  // What is wrong opens, and has the focus.
  await advanced.click();
  await expect(afterVoicemail).toBeHidden();
  await button(page, 'Save').click();
  await expect(page.getByText('From 1 minute to 30 days.')).toBeVisible();
  await expect(afterVoicemail).toBeFocused();
  await afterVoicemail.fill('2');
  await button(page, 'Save').click();
  await expect(toast(page, 'Campaign settings updated successfully')).toBeVisible();
  expect((await api.get<{ campaigns: Listed[] }>('/campaigns')).campaigns[0]).toMatchObject({
    phone_number_ids: [...campaign.phone_number_ids, second.id],
    rules: {
      holidays: [expect.stringMatching(/-15$/)],
      calls_per_second: 2.5,
      retry_after_minutes: { busy: 30, no_answer: 90, voicemail: 2_880, failed: 60 },
      requires_consent: true,
    },
  });

  await page.goto(`/app/campaigns/${campaign.id}/contacts`);
  const exported = page.waitForEvent('download');
  await button(page, 'Export').click();
  expect((await textOf(exported)).match(/\+1415555011[123]/g)).toHaveLength(3);
  // All of a state at once, off the campaign and back.
  const state = page.getByRole('combobox', { name: 'State' });
  await state.click();
  await page.getByRole('option', { name: 'Waiting (3)' }).click();
  await button(page, 'Take all 3 people off').click();
  await button(page.getByRole('dialog', { name: 'Take them off the campaign?' }), 'Take off').click();
  await expect(page.getByText('No contacts found')).toBeVisible();
  await state.click();
  await page.getByRole('option', { name: 'Removed (3)' }).click();
  await button(page, 'Call all 3 people again').click();
  await button(page.getByRole('dialog', { name: 'Call them again?' }), 'Call again').click();
  await expect(toast(page, '3 people will be called once more.')).toBeVisible();
});

test('[WIZ-4] the wizard asks before a chosen file is lost, and for the column that says who agreed', async ({
  page,
}) => {
  await page.goto('/app/campaigns/create');
  await page.getByLabel('CSV file').setInputFiles(csvFile('people.csv', 'Phone;Name\n+14155550101;Ann\n'));
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await page.getByRole('textbox', { name: 'Campaign name' }).fill('Autumn');
  await page.getByRole('switch', { name: 'Only people who agreed to be called' }).check();
  await button(page, 'Create Campaign').click();
  await expect(page.getByText('choose the column that says who agreed.')).toBeVisible();
  const leave = page.getByRole('dialog', { name: 'Leave without creating the campaign?' });
  await page.getByRole('link', { name: 'Cancel' }).click();
  await button(leave, 'Stay here').click();
  await expect(leave).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Campaign name' })).toHaveValue('Autumn');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await button(leave, 'Leave').click();
  await expect(page).toHaveURL(/\/app\/campaigns$/);
});

test('the do-not-call list takes a file and gives one, and the rules of every campaign are saved', async ({
  page,
  api,
}) => {
  await page.goto('/app/campaigns/do-not-call');
  await button(page, 'Add numbers').click();
  const dialog = page.getByRole('dialog', { name: 'Add numbers' });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles(csvFile('numbers.xlsx', 'x'));
  await expect(dialog.getByRole('alert')).toContainText('Only CSV files can be used.');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Board of trade');
  const numbers = 'Name;Phone\nAnn;+1 415 555 0121\nBob;415 555 0122\nEve;12\n';
  await input.setInputFiles(csvFile('numbers.csv', numbers));
  await expect(toast(page, '2 numbers added. 1 could not be read as phone numbers.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const list = page.getByRole('list', { name: 'Numbers on the list' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('From a file');
  const exported = page.waitForEvent('download');
  await button(page, 'Export').click();
  expect(await textOf(exported)).toMatch(/\+14155550121"?,"?file"?,"?Board of trade/);

  await page.getByLabel('Latest').fill('00:00');
  await page.getByRole('textbox', { name: 'Daily calls per number' }).fill('4');
  await page.getByRole('textbox', { name: 'Calls at once' }).fill('50');
  await chooseDayOff(page);
  await button(page, 'Save rules').click();
  await expect(page.getByText('The end time must be later than the start time.')).toBeVisible();
  await page.getByLabel('Latest').fill('20:30');
  await button(page, 'Save rules').click();
  await expect(toast(page, 'The rules are saved and hold from the next call on.')).toBeVisible();
  expect((await api.get<{ rules: object }>('/calling-rules')).rules).toMatchObject({
    legal_end: '20:30',
    calls_per_day: 4,
    max_live_calls: 50,
    holidays: [expect.stringMatching(/-15$/)],
  });
});
