import { expect, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import type { Product } from './product.ts';
import { noonZone, seedFigures } from './seed-figures.ts';
import { gate, signIn, withProduct } from './with-product.ts';

const test = withProduct();
test.use({ timezoneId: noonZone() });
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

const titles = [
  'Calls Made',
  'Calls Connected',
  'Calls Received',
  'Missed Calls',
  'Positive Sentiment Calls',
  'Negative Sentiment Calls',
  'Voicemail Dropped',
  'Calls Transferred',
  'Appointments Booked',
  'No Answer Calls',
];

const cards = (page: Page) => page.getByRole('list', { name: 'Figures' }).getByRole('button');
const card = (page: Page, title: string) => cards(page).filter({ hasText: title });
const filterOf = (page: Page, name: string) =>
  page.getByRole('search').getByLabel(name, { exact: true }).first();
const choose = async (page: Page, name: string, option: string) => {
  await filterOf(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
/** The figures in the order of the cards; after each stands how it changed. */
const expectValues = async (page: Page, values: readonly number[]) =>
  await expect(cards(page)).toHaveText(
    titles.map((title, at) => new RegExp(`^${title}${values[at]!}(?:[+-]|Same|None)`)),
  );

const seeded = new WeakSet<Product>();
/** Puts the calls into the log once, whichever test comes first. */
async function fill(product: Product, api: ApiClient): Promise<void> {
  if (seeded.has(product)) return;
  seeded.add(product);
  await seedFigures(product, {
    reception: await api.findAgentId('reception'),
    sales: await api.findAgentId('reminders'),
  });
}

test('[DASH-1] title, subtitle and the way to the campaigns; before the first call sample figures, said to be samples', async ({
  page,
}) => {
  const { opened, open } = gate();
  await page.route('**/api/v1/analytics/dashboard*', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Real-time analytics for your voice agents')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Campaigns' })).toHaveAttribute('href', '/app/campaigns');
  await expect(page.getByRole('status', { name: 'Loading figures' })).toBeVisible();
  open();

  const samples = ['487+12', '342+8', '156+5', '23-3', '289+15', '53-7', '98+4', '45+9', '67+18', '47-2'];
  const expectSamples = async () => {
    await expect(page.getByText('Sample data', { exact: true }).first()).toBeVisible();
    await expect(cards(page)).toHaveText(
      titles.map((title, at) => new RegExp(`^${title}${samples[at]!.replace('+', '\\+')}% from yesterday`)),
    );
  };
  await expectSamples();
  await filterOf(page, 'AI Agent').click();
  await expect(page.getByRole('option')).toHaveText([
    'All Agents',
    'Sales Agent Alpha',
    'Support Agent Beta',
    'Booking Agent Gamma',
  ]);
  await page.getByRole('option', { name: 'Support Agent Beta' }).click();
  await filterOf(page, 'Phone Number').click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.getByRole('option').nth(2).click();
  await choose(page, 'Time Period', 'This Month');
  await expect(page).toHaveURL(/period=month/);
  await expectSamples();

  await card(page, 'Missed Calls').click();
  const drawer = page.getByRole('dialog', { name: 'Missed Calls' });
  await expect(drawer.getByText('Total: 23 calls')).toBeVisible();
  await expect(drawer.getByText('Sample data')).toBeVisible();
  await expect(drawer.getByRole('listitem')).toHaveCount(20);
  await drawer.getByRole('button', { name: 'Show more calls' }).click();
  await expect(drawer.getByRole('listitem')).toHaveCount(23);
  await expect(drawer.getByRole('link')).toHaveCount(0);
});

test('[DASH-2] [DASH-3] ten cards with real figures, which agent, number and period choose', async ({
  page,
  product,
  api,
}) => {
  await fill(product, api);
  await page.goto('/app/dashboard');
  await expect(filterOf(page, 'AI Agent')).toHaveValue('All Agents');
  await expect(filterOf(page, 'Phone Number')).toHaveValue('All Numbers');
  await expect(filterOf(page, 'Time Period')).toHaveValue('Today');
  await expectValues(page, [6, 4, 3, 2, 3, 1, 1, 1, 1, 2]);
  await expect(page.getByText('Sample data')).toHaveCount(0);
  // More than yesterday is good news, bad news or neither, by more than colour: the arrow and the words.
  await expect(card(page, 'Calls Made')).toContainText('+50% from yesterday');
  await expect(card(page, 'Missed Calls')).toContainText('+100% from yesterday');
  await expect(card(page, 'Missed Calls')).toContainText('Worse');
  await expect(card(page, 'Negative Sentiment Calls')).toContainText('-75% from yesterday');
  await expect(card(page, 'Negative Sentiment Calls')).toContainText('Better');
  await expect(card(page, 'Calls Connected')).toContainText('Same as yesterday');
  await expect(card(page, 'Voicemail Dropped')).toContainText('None yesterday');
  const icons = await cards(page).evaluateAll((all) =>
    all.map((each) => each.querySelector('svg')?.innerHTML),
  );
  expect(new Set(icons).size).toBe(10);
  expect(await card(page, 'Missed Calls').locator('svg').nth(1).innerHTML()).not.toBe(
    await card(page, 'Negative Sentiment Calls').locator('svg').nth(1).innerHTML(),
  );

  await filterOf(page, 'Time Period').click();
  await expect(page.getByRole('option')).toHaveText(['Today', 'This Week', 'This Month', 'Custom Range']);
  await page.keyboard.press('Escape');
  await choose(page, 'AI Agent', 'Riverside Dental reception');
  await expectValues(page, [0, 1, 3, 2, 1, 0, 0, 0, 0, 0]);
  await choose(page, 'AI Agent', 'All Agents');
  await choose(page, 'Phone Number', '+1 (415) 555-0100');
  await expectValues(page, [0, 1, 3, 2, 1, 0, 0, 0, 0, 0]);
  await choose(page, 'Phone Number', 'All Numbers');

  await choose(page, 'Time Period', 'Custom Range');
  // Seven days until the user chooses others: today, yesterday, and not the calls of ten days ago.
  await expectValues(page, [10, 8, 4, 3, 3, 5, 1, 1, 1, 2]);
  await expect(page.getByRole('button', { name: 'From – to' })).toBeVisible();
  const day = (ago: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: noonZone() }).format(Date.now() - ago * 86_400_000);
  await page.goto(`/app/dashboard?period=custom&from=${day(12)}&to=${day(2)}`);
  await expectValues(page, [0, 3, 3, 0, 0, 0, 0, 0, 0, 0]);
  await expect(card(page, 'Calls Received')).toContainText('None in the 11 days before');
});

test('[DASH-4] a card opens the calls it counts, with badges, and each leads to its details', async ({
  page,
  product,
  api,
}) => {
  await fill(product, api);
  await page.goto('/app/dashboard');
  const badges: [title: string, total: number, badge: string, mood?: string][] = [
    ['Missed Calls', 2, 'Missed'],
    ['No Answer Calls', 2, 'No Answer'],
    ['Voicemail Dropped', 1, 'Voicemail'],
    ['Calls Transferred', 1, 'Transferred', 'Positive Sentiment'],
    ['Appointments Booked', 1, 'Appointment Booked', 'Positive Sentiment'],
    ['Negative Sentiment Calls', 1, 'Connected', 'Negative Sentiment'],
  ];
  for (const [title, total, badge, mood] of badges) {
    await card(page, title).click();
    const drawer = page.getByRole('dialog', { name: title });
    await expect(drawer.getByRole('heading', { name: title })).toBeVisible();
    await expect(drawer.getByText(`Total: ${total} calls`)).toBeVisible();
    await expect(drawer.getByRole('listitem')).toHaveCount(total);
    await expect(drawer.getByRole('listitem').first()).toContainText(badge);
    if (mood) await expect(drawer.getByRole('listitem').first()).toContainText(mood);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
    await expect(card(page, title)).toBeFocused();
  }

  await choose(page, 'AI Agent', 'Riverside Dental reception');
  await card(page, 'Calls Made').focus();
  await page.keyboard.press('Enter');
  const empty = page.getByRole('dialog', { name: 'Calls Made' });
  await expect(empty.getByText('No call records found for this metric.')).toBeVisible();
  await expect(empty.getByText('Total: 0 calls')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(empty).toBeHidden();

  await card(page, 'Positive Sentiment Calls').click();
  const record = page.getByRole('dialog').getByRole('link');
  await expect(record).toContainText('+1(212)555-0007');
  await expect(record).toContainText('Front desk');
  await expect(record).toContainText('1:05');
  await record.click();
  await expect(page).toHaveURL(/\/app\/call-history\?call=call_/);
  await expect(page.getByRole('heading', { name: 'Call Details' })).toBeVisible();
});

test('[DASH-5] figures move by themselves when a call ends, and a failed load offers to try again', async ({
  page,
  product,
  api,
}) => {
  await fill(product, api);
  await page.goto('/app/dashboard');
  await expectValues(page, [6, 4, 3, 2, 3, 1, 1, 1, 1, 2]);
  const id = await api.placeTestCall('+14155550101');
  await expect(page.getByRole('region', { name: 'Live calls' }).getByRole('link')).toHaveCount(1);
  await api.waitForCall((call) => call.state === 'talking', { id });
  await api.send('POST', `/calls/${id}/hang-up`);
  await expect(card(page, 'Calls Made')).toContainText('Calls Made7');
  await expect(page.getByText('No call is live right now.')).toBeVisible();
  // A business's figures: test calls may be left out, and the dashboard says how many there are.
  await page.getByRole('switch', { name: 'Count test calls (1)' }).click();
  await expectValues(page, [6, 4, 3, 2, 3, 1, 1, 1, 1, 2]);

  await page.route('**/api/v1/analytics/dashboard*', (route) => route.fulfill({ status: 400, json: {} }));
  await choose(page, 'Time Period', 'This Month');
  await page.reload();
  await expect(page.getByText('Failed to fetch analytics').first()).toBeVisible();
  await page.unroute('**/api/v1/analytics/dashboard*');
  await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(cards(page)).toHaveCount(10);
});

test('tooltips of the cards wait 700 ms, and say what is counted', async ({ page, product, api }) => {
  await fill(product, api);
  await page.clock.install();
  await page.goto('/app/dashboard');
  await expect(cards(page)).toHaveCount(10);
  // From here on the page's time passes only as the test says.
  await page.clock.pauseAt(Date.now() + 60_000);
  await card(page, 'Missed Calls').hover();
  await page.clock.runFor(600);
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(200);
  // The page draws the tooltip in steps of its own: each needs a little more time.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(tooltip).toContainText(
      'Inbound calls that were not answered. Yesterday, up to the same time: 1.',
      { timeout: 500 },
    );
  }).toPass();
});
