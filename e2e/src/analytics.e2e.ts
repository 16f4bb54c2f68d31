import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { noonZone, seedFigures } from './seed-figures.ts';
import { signIn, withProduct } from './with-product.ts';

const test = withProduct();
test.use({ timezoneId: noonZone() });
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('analytics says what it will show, then shows volume, outcomes, times, moods, busy hours and agents', async ({
  page,
  product,
  api,
}) => {
  await page.goto('/app/analytics');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page.getByText('Nothing to analyse yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await seedFigures(product, {
    reception: await api.findAgentId('reception'),
    sales: await api.findAgentId('reminders'),
  });
  await page.reload();

  const total = (label: string) =>
    page.locator('dl').first().locator('> div').filter({ hasText: label }).locator('dd');
  await expect(total('Calls')).toHaveText('9');
  await expect(total('Connected')).toHaveText('44%');
  await expect(total('Talk time')).toHaveText('5 min');
  await expect(total('Appointments')).toHaveText('1');
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();

  // What a chart shows is there as a table, for who does not see it.
  const volume = page.getByRole('region', { name: 'Calls by hour', exact: true });
  await volume.getByRole('button', { name: 'Show Calls by hour as a table' }).click();
  const busy = volume.getByRole('row').filter({ hasText: /11 AM/ });
  await expect(busy.getByRole('cell')).toHaveText([/11 AM$/, '6', '3', '4']);
  await expect(page.getByRole('region', { name: 'End reasons' }).getByRole('row').nth(1)).toContainText(
    'Ended after goodbye',
  );
  await expect(page.getByRole('region', { name: 'Outcomes' })).toContainText('Appointment booked');
  await expect(page.getByRole('region', { name: 'Sentiment' }).getByRole('row').nth(1)).toContainText(
    'Positive3',
  );
  const agents = page.getByRole('region', { name: 'Figures of agents' }).getByRole('row');
  await expect(agents.nth(1).getByRole('cell')).toHaveText([
    'Sales team',
    '6',
    '3 (50%)',
    '4 min',
    '2',
    '1',
    '1',
  ]);
  await expect(agents.nth(2).getByRole('cell').first()).toHaveText('Front desk');

  await page.getByRole('search').getByLabel('Time Period').first().click();
  await page.getByRole('option', { name: 'Custom Range' }).click();
  await expect(total('Calls')).toHaveText('14');
  await expect(page.getByRole('region', { name: 'Calls by day', exact: true })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^analytics-\d{4}-\d{2}-\d{2}\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Totals,All calls,Calls,14');
  expect(csv).toContain('Agents,Sales team,Calls,10');

  // A phone: agents are cards, and nothing leaves the screen sideways.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Figures of agents' }).getByRole('listitem').first();
  await expect(card).toContainText('Sales team');
  await expect(card.getByRole('term')).toHaveText([
    'Calls',
    'Connected',
    'Talk time',
    'Positive',
    'Negative',
    'Appointments',
  ]);
  await expect(card.getByRole('definition').first()).toHaveText('10');
  await expect(total('Calls')).toHaveText('14');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a failed load of analytics offers to try again', async ({ page }) => {
  await page.route('**/api/v1/analytics/overview*', (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto('/app/analytics');
  await expect(page.getByText('Failed to fetch analytics')).toBeVisible();
  await page.unroute('**/api/v1/analytics/overview*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to fetch analytics')).toHaveCount(0);
});
