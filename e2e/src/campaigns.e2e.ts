import { expect } from '@playwright/test';
import { chooseNumbers, expectCallsOf, figure, people } from './campaign-page.ts';
import { csvFile } from './csv-file.ts';
import { button, gate, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

const listPath = '**/api/v1/campaigns';
const createPath = '**/api/v1/campaigns/create-campaign';

test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[CAMP-1][CAMP-2] the list loads, fails, is tried again, and is empty at first', async ({ page }) => {
  const held = gate();
  await page.route(listPath, async (route) => {
    await held.opened;
    await route.fulfill({ status: 422, json: {} });
  });
  await page.goto('/app/campaigns');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI Outbound Campaigns');
  await expect(page.getByText('Loading campaigns...')).toBeVisible();
  held.open();
  await expect(page.getByRole('alert').getByText('Failed to fetch campaigns')).toBeVisible();
  await page.unroute(listPath);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No campaigns found. Start a new one!')).toBeVisible();
  for (const name of ['Total Campaigns', 'Active Campaigns', 'Total Contacts'])
    await expect(figure(page, name)).toHaveText(`${name}0`);
  await expect(figure(page, 'Calls Made Today')).toHaveText('Calls Made Today7,233Sample data');
  await page.getByRole('link', { name: '+ Start New Campaign' }).click();
  await expect(page).toHaveURL(/\/app\/campaigns\/create$/);
});

test('[WIZ-1][WIZ-2][WIZ-3][WIZ-5] a CSV file is read and its columns are matched before anything else opens', async ({
  page,
}) => {
  await page.goto('/app/campaigns/create');
  const step = (name: string) => page.getByRole('tab', { name });
  await expect(page.getByRole('tab')).toHaveText([/Upload File/, /Map Fields/, /Finalize/]);
  await expect(step('Map Fields')).toBeDisabled();
  await expect(step('Finalize')).toBeDisabled();
  await expect(button(page, 'Next')).toBeDisabled();
  const input = page.getByLabel('CSV file');
  for (const [given, words] of [
    [csvFile('people.xlsx', 'x'), 'Only CSV files can be used.'],
    [csvFile('large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 97)), 'The file is larger than 10 MB.'],
    [csvFile('broken.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2])), 'Error parsing CSV file'],
    [csvFile('heading.csv', 'name,phone\n'), 'no contacts below it'],
  ] as const) {
    await input.setInputFiles(given);
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
  await input.setInputFiles(csvFile('people.csv', people));
  await expect(page.getByText('Processing CSV...')).toBeVisible();
  await expect(step('Map Fields')).toBeEnabled();
  await expect(step('Upload File').getByRole('img', { name: 'Done' })).toBeVisible();
  // Five seconds later it goes on by itself.
  await expect(step('Map Fields')).toHaveAttribute('aria-selected', 'true', { timeout: 60_000 });
  await expect(toast(page, '6 columns found')).toBeVisible();

  const column = (field: string) => page.getByRole('combobox', { name: `Column for ${field}` });
  await expect(column('First Name')).toHaveValue('Given name');
  await expect(column('Last Name')).toHaveValue('Surname');
  await expect(column('Phone Number')).toHaveValue('Mobile');
  await expect(column('Email')).toHaveValue('E-Mail');
  await expect(column('Company Name')).toHaveValue('Firma');
  await expect(page.getByText('Not used: Notes')).toBeVisible();
  await column('Phone Number').click();
  await page.getByRole('option', { name: 'Not in the file' }).click();
  await expect(page.getByText('Required: choose the column with the phone numbers.')).toBeVisible();
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Next').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Please map the phone field to proceed.');
  await expect(step('Finalize')).toBeDisabled();
  await column('Phone Number').fill('Mob');
  await page.getByRole('option', { name: 'Mobile' }).click();
  await expect(page.getByText('Required: choose')).toBeHidden();
  await button(page, 'Next').click();
  await expect(step('Map Fields').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Campaign name' })).toBeVisible();
});

test('[WIZ-4][WIZ-5][WIZ-6] agent, numbers, mode and start are chosen, and the campaign is created', async ({
  page,
  api,
}) => {
  const added = await api.send('POST', '/phone-numbers', { phone: '+12125550142', name: 'Second Line' });
  const { data: second } = (await added.json()) as { data: { id: string } };
  await page.route('**/api/v1/voice-agent', (route) => route.fulfill({ status: 422, json: {} }));
  await page.route('**/api/v1/phone-numbers', (route) => route.fulfill({ status: 422, json: {} }));
  await page.route('**/api/v1/company-fields-mapping', (route) => route.fulfill({ status: 422, json: {} }));
  await page.goto('/app/campaigns/create');
  const input = page.getByLabel('CSV file');
  await input.setInputFiles(csvFile('people.csv', people));
  await button(page, 'Next').click();
  await expect(page.getByText('Could not load mapping fields from server.')).toBeVisible();
  await page.unroute('**/api/v1/company-fields-mapping');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('combobox', { name: 'Column for Phone Number' })).toHaveValue('Mobile');
  await button(page, 'Next').click();
  await expect(page.getByText('Failed to load agents')).toBeVisible();
  await expect(page.getByText('Failed to load phone numbers')).toBeVisible();
  await page.unroute('**/api/v1/voice-agent');
  await page.unroute('**/api/v1/phone-numbers');

  await page.reload();
  await input.setInputFiles(csvFile('people.csv', people));
  await button(page, 'Next').click();
  await button(page, 'Back').click();
  await expect(page.getByText('people.csv')).toBeVisible();
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await button(page, 'Create Campaign').click();
  await expect(toast(page, 'Please fill in all details and upload a file.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Campaign name' }).fill('Autumn check-ups');
  const agent = page.getByRole('combobox', { name: 'AI agent' });
  await agent.fill('zzz');
  await expect(page.getByText('No agents found.')).toBeVisible();
  await agent.fill('remind');
  await page.getByRole('option', { name: /reminders/ }).click();
  const number = page.getByRole('combobox', { name: 'Phone number' });
  await number.fill('nothing');
  await expect(page.getByText('No phone numbers found.')).toBeVisible();
  await number.fill('415 555');
  await chooseNumbers(page, /Primary Line/, /Second Line/);
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(page.getByRole('radio', { name: /Dynamic/ })).toBeChecked();
  await page.getByRole('radio', { name: /Power/ }).click();
  await expect(page.getByLabel('Start time')).toHaveValue('09:00');
  await page.getByRole('button', { name: 'Start date' }).click();
  // No day before today can be reached.
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await page.keyboard.press('Escape');

  const held = gate();
  await page.route(createPath, async (route) => {
    await held.opened;
    await route.fulfill({ status: 500, json: {} });
  });
  await button(page, 'Create Campaign').click();
  await expect(button(page, 'Creating Campaign...')).toBeDisabled();
  held.open();
  await expect(toast(page, 'Failed to create campaign')).toBeVisible();
  await page.unroute(createPath);
  const sent = page.waitForRequest(createPath);
  await button(page, 'Create Campaign').click();
  expect((await sent).postDataJSON()).toMatchObject({
    campaign_name: 'Autumn check-ups',
    dialing_mode: 'power',
    phone_number_ids: [second.id],
    field_mappings: { Mobile: 'phone_number', 'Given name': 'first_name', Firma: 'company_name' },
  });
  await expect(toast(page, 'Campaign created successfully!')).toBeVisible();
  const check = page.getByRole('dialog', { name: 'Before it calls' });
  await expect(check.getByText('Rows that are left out')).toBeVisible({ timeout: 60_000 });
  await expect(check).toContainText('1 row: This is no phone number');
  await expect(check).toContainText('America / Los Angeles');
  // The welcome names nobody, so it stands once for all three.
  await expect(check.getByText('Everybody hears the same')).toBeVisible();
  await expect(check.getByRole('button', { name: /^Listen: / })).toHaveCount(1);
  await expect(button(check, 'Start calling')).toBeInViewport();
  await button(check, 'Try a few calls').click();
  const tried = check.getByRole('list', { name: 'Simulated calls' }).getByRole('listitem');
  await expect(tried.getByRole('link', { name: 'Open call' })).toHaveCount(3);
  await button(check, 'Not now').click();
  await expect(check).toBeHidden();
});

test('[CAMP-3][CAMP-4] settings are saved from drawer and page, and a running campaign is watched until everybody was called', async ({
  page,
  api,
}) => {
  const rules = await api.send('PUT', '/calling-rules', { legal_start: '00:00', legal_end: '23:59' });
  expect(rules.status).toBe(200);
  await page.goto('/app/campaigns');
  await expect(figure(page, 'Total Campaigns')).toHaveText('Total Campaigns1');
  await expect(figure(page, 'Total Contacts')).toHaveText('Total Contacts3');
  await expect(figure(page, 'Calls Made Today')).toHaveText('Calls Made Today0');
  await page.getByRole('button', { name: 'Edit Autumn check-ups' }).click();
  const drawer = page.getByRole('dialog', { name: 'Campaign Settings' });
  await expect(drawer.getByLabel('Start time')).toHaveValue('09:00');
  await expect(drawer.getByLabel('End time')).toHaveValue('17:00');
  await drawer.getByRole('textbox', { name: 'Campaign name' }).fill(' ');
  await button(drawer, 'Save').click();
  await expect(drawer.getByText('Give the campaign a name.')).toBeVisible();
  await expect(drawer.getByText('Choose the day it begins.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Campaign name' }).fill('Autumn recall');
  await drawer.getByRole('button', { name: 'Start date' }).click();
  await page.locator('button[data-today]').click();
  await drawer.getByLabel('Start time').fill('00:00');
  await drawer.getByLabel('End time').fill('00:00');
  await button(drawer, 'Save').click();
  await expect(drawer.getByText('The end time must be later than the start time.')).toBeVisible();
  await drawer.getByLabel('End time').fill('23:59');
  await button(drawer, 'Save').click();
  await expect(toast(page, 'Campaign settings updated successfully')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Autumn recall' })).toContainText('all day');

  const { campaigns } = await api.get<{ campaigns: { id: string }[] }>('/campaigns');
  await page.goto(`/app/campaigns/${campaigns[0]?.id}/edit`);
  await expect(page.getByRole('textbox', { name: 'Campaign name' })).toHaveValue('Autumn recall');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  for (const day of ['Saturday', 'Sunday']) await page.getByRole('checkbox', { name: day }).check();
  await page.getByRole('textbox', { name: 'Attempts per person' }).fill('1');
  await button(page, 'Save').click();
  await expect(toast(page, 'Campaign settings updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/campaigns$/);

  const row = page.getByRole('row').filter({ hasText: 'Autumn recall' });
  await expect(row).toContainText('every day');
  await button(row, 'Running').click();
  await expect(toast(page, 'Campaign has been running.')).toBeVisible();
  await page.getByRole('button', { name: 'Status details of Autumn recall' }).click();
  const dialog = page.getByRole('dialog', { name: 'Campaign Status' });
  const value = (name: string) =>
    dialog
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${name}`) })
      .getByRole('definition');
  await expect(value('Remaining')).toHaveText('0', { timeout: 60_000 });
  await expect(value('Calls Made')).toHaveText('3');
  await expect(value('Answered')).toHaveText('1');
  await expect(value('Voicemails')).toHaveText('0');
  await expect(value('Answer Rate')).toHaveText('33%');
  await expect(value('Voicemail Rate')).toHaveText('0%');
  await expect(dialog).toContainText('Everybody on the list has been called.');

  const itsCalls = dialog.getByRole('link', { name: 'Calls' });
  await expect(itsCalls).toHaveAttribute('href', /\/call-history\?campaign=cmp_/);
  await dialog.getByRole('link', { name: 'Contacts' }).click();
  const contact = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(contact('Tom Hurley')).toContainText('Talked');
  await expect(contact('Bea Busy')).toContainText('Was busy');
  await expect(contact('Nora Gone')).toContainText('The number is not in service');
  await page.getByRole('button', { name: /^Tom Hurley/ }).click();
  const history = page.getByRole('dialog', { name: 'Contact' });
  await expect(history).toContainText('Hurley Motors');
  await expect(history).toContainText('Version');
  await expect(history).toContainText('On the list, and not called before. Attempt 1 of 1');
  await expect(history.getByRole('link', { name: 'Open call' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  const refused = page.waitForEvent('download');
  await page.getByRole('button', { name: '2 rows refused' }).click();
  expect((await refused).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'Call Bea Busy again' }).click();
  await expect(toast(page, '1 person will be called once more.')).toBeVisible();

  await page.getByRole('link', { name: 'Open its calls' }).click();
  await expectCallsOf(page, { campaign: 'Autumn recall', rehearsals: 3 });
});

test('[CAMP-2][CAMP-5] any status becomes any other, and a campaign is deleted, also where it fails at first', async ({
  page,
}) => {
  await page.goto('/app/campaigns');
  const row = page.getByRole('row').filter({ hasText: 'Autumn recall' });
  await page.route('**/api/v1/campaigns/update-status', (route) => route.fulfill({ status: 500, json: {} }));
  await button(row, 'Paused').click();
  await expect(toast(page, 'Failed to update campaign status')).toBeVisible();
  await page.unroute('**/api/v1/campaigns/update-status');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/update-status')) asked.push(request.postDataJSON().status);
  });
  const badge = row.getByRole('cell').first();
  for (const [label, status] of [
    ['Paused', 'paused'],
    ['Stopped', 'stopped'],
    ['Paused', 'paused'],
  ] as const) {
    await button(row, label).click();
    await expect(toast(page, `Campaign has been ${status}.`).first()).toBeVisible();
    await expect(badge).toContainText(label);
    await expect(button(row, label)).toBeDisabled();
  }
  expect(asked).toEqual(['paused', 'stopped', 'paused']);

  await page.route('**/api/v1/campaigns/cmp_*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Delete Autumn recall' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this campaign?' });
  await button(question, 'Delete campaign').click();
  await expect(toast(page, 'Failed to delete campaign')).toBeVisible();
  await page.unroute('**/api/v1/campaigns/cmp_*');
  await button(question, 'Delete campaign').click();
  await expect(toast(page, 'Campaign deleted successfully')).toBeVisible();
  await expect(page.getByText('No campaigns found. Start a new one!')).toBeVisible();
});
