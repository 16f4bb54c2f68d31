import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { pastCallId, seedCalls } from './seed-calls.ts';
import { openSession, signIn, withProduct } from './with-product.ts';

const test = withProduct();

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

const field = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
/** The option that Enter would choose, as a screen reader is told. */
const chosen = (page: Page) => page.getByRole('option', { selected: true });

test('the search opens by Ctrl+K and by its button, is walked by arrows, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/app/billing');
  await expect(page.getByRole('heading', { name: 'Used this month' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveCount(15);
  await expect(chosen(page)).toHaveText('Dashboard');
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveText('Agents');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id'))!,
  );
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toHaveText('Log out');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();

  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('call hist');
  await expect(chosen(page)).toHaveText('Call History');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app/call-history');
  // What was chosen stands on top the next time.
  await page.keyboard.press('Meta+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Call History']);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeHidden();
});

test('agents, numbers, calls and guides are found, and lead where they should', async ({
  page,
  product,
  api,
}) => {
  await seedCalls(product, [
    { id: pastCallId(7), createdAt: '2026-11-01T10:00:00Z', toNumber: '+14155550166' },
  ]);
  const callId = await api.placeTestCall('+14155550177');
  const go = async (words: string, group: string, name: RegExp) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(words);
    await page.getByRole('group', { name: group, exact: true }).getByRole('option', { name }).click();
    await expect(field(page)).toBeHidden();
  };
  await page.goto('/app/billing');
  await go('dental recep', 'Agents', /Riverside Dental reception/);
  await expect(page).toHaveURL(/\/app\/voice-agents\/agt_/);
  await go('0177', 'Calls', /555-0177/);
  await expect(page).toHaveURL(`/app/call-history?call=${callId}`);
  await go('end reason', 'Help', /Why a call ended/);
  await expect(page).toHaveURL('/app/help-center/why-calls-end');
  await go('new agent', 'Actions', /Create agent/);
  await expect(page).toHaveURL('/app/voice-agents/new');

  await page.goto('/app/billing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('zebra <script>alert(1)</script> %_');
  await expect(page.getByText(/^Nothing fits/)).toBeVisible();
  await field(page).fill('dental');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.route('**/api/v1/search?*', (route) => route.fulfill({ status: 403, body: '' }));
  await field(page).fill('river');
  await expect(page.getByRole('alert').filter({ hasText: 'The search did not work.' })).toBeVisible();
});

test('on a phone the search fills the screen; colours and log out are commands, and nothing is remembered', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/app/dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  expect(await page.getByRole('dialog', { name: 'Search' }).boundingBox()).toMatchObject({
    x: 0,
    width: 390,
  });
  await page.getByRole('option', { name: 'Use dark colours' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('option', { name: 'Billing' }).click();
  await expect(page).toHaveURL('/app/billing');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('option', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['mantine-color-scheme-value']);
});

test('the Help Center lists guides by topic, those about the screen one came from first', async ({
  page,
}) => {
  await page.goto('/app/call-history');
  await page.getByRole('banner').getByRole('link', { name: 'Help Center' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
  const topics = page.getByRole('heading', { level: 2 });
  await expect(topics.first()).toHaveText('About the screen you came from');
  await expect(topics.nth(1)).toHaveText('First steps');
  await page
    .getByRole('link', { name: /Why a call ended/ })
    .first()
    .click();
  await expect(page).toHaveURL('/app/help-center/why-calls-end');
  await expect(page).toHaveTitle('Why a call ended · Parley');
  await page
    .getByRole('navigation', { name: 'Screens of this guide' })
    .getByRole('link', { name: 'Call History' })
    .click();
  await expect(page).toHaveURL('/app/call-history');
  await page.goBack();
  await page
    .getByRole('navigation', { name: 'Related guides' })
    .getByRole('link', { name: 'Notifications' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.goto('/app/help-center/no-such-guide');
  await expect(page.getByText('There is no guide at this address')).toBeVisible();
});

test('guides are searched in all their words, marked where they fit, and the search is part of the address', async ({
  page,
}) => {
  await page.goto('/app/help-center');
  await page.getByLabel('Search the guides').pressSequentially('Firewall carrier');
  await expect(page).toHaveURL(/\?q=Firewall(\+|%20)carrier$/);
  const found = page.getByRole('main').getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText(['firewall', 'carrier']);
  await page.reload();
  await expect(page.getByLabel('Search the guides')).toHaveValue('Firewall carrier');
  await page.getByLabel('Search the guides').fill('zebra');
  await expect(page.getByText('No guide has all of these words')).toBeVisible();
  await page.getByLabel('Search the guides').fill('');
  await expect(page.getByRole('heading', { level: 2, name: 'First steps' })).toBeVisible();
});

const open: Record<string, (page: Page) => Promise<void>> = {
  'the bell': async (page) => {
    await page.goto('/app/billing');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Invite your team')).toBeVisible();
  },
  'the search': async (page) => {
    await page.goto('/app/billing');
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await field(page).fill('dental');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'the Help Center': async (page) => {
    await page.goto('/app/help-center?q=recording');
    await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
  },
  'a guide': async (page) => {
    await page.goto('/app/help-center/why-calls-end');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'the billing': async (page) => {
    await page.goto('/app/billing');
    await expect(page.getByText('Minutes talked')).toBeVisible();
  },
};

for (const [name, show] of Object.entries(open)) {
  test(`axe finds nothing serious: ${name}`, async ({ page }) => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await show(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await test.step(`${width} px, ${colorScheme}`, () => expectAccessible(page));
      }
    }
  });
}
