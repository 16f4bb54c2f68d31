import { expect, type Page } from '@playwright/test';
import { openSession, signIn, withProduct } from './with-product.ts';

const test = withProduct();

const sidebar = (page: Page) => page.getByTestId('sidebar');
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[SHELL-1] the sidebar stands at the left, 280 px wide, and stays while the content scrolls', async ({
  page,
  api,
}) => {
  await page.goto(`/app/voice-agents/${await api.findAgentId('reception')}`);
  await expect(page.getByLabel('Agent Prompt')).toBeVisible();
  const place = await sidebar(page).boundingBox();
  expect(place).toMatchObject({ x: 0, width: 280 });
  await page.getByText(/^Version \d/).scrollIntoViewIfNeeded();
  await page.mouse.move(800, 500);
  await page.mouse.wheel(0, 2000);
  expect(await sidebar(page).boundingBox()).toEqual(place);
});

test('[SHELL-1] Ctrl+B and Cmd+B collapse and expand the sidebar, and a cookie keeps the choice for seven days', async ({
  page,
  context,
}) => {
  const keptDays = async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar-open');
    return { value: cookie?.value, days: Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400) };
  };
  await page.goto('/app/dashboard');
  await expect.poll(() => widthOf(page)).toBe(280);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthOf(page)).toBeLessThan(100);
  expect(await keptDays()).toEqual({ value: 'false', days: 7 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  expect(await widthOf(page)).toBeLessThan(100);
  // Collapsed, each item still has its name, for readers and as a tooltip.
  const item = sidebar(page).getByRole('link', { name: 'Call History' });
  await item.hover();
  await expect(page.getByRole('tooltip', { name: 'Call History' })).toBeVisible();
  await page.keyboard.press('Meta+b');
  await expect.poll(() => widthOf(page)).toBe(280);
  expect(await keptDays()).toEqual({ value: 'true', days: 7 });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => widthOf(page)).toBeLessThan(100);
});

test('[SHELL-1] under 768 px the sidebar is hidden and opens from a menu button', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/app/dashboard');
  await expect(sidebar(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('link', { name: 'Agents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Agents' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('[SHELL-2] the items of the sidebar stand in order and lead to their screens, none with a badge', async ({
  page,
}) => {
  const items = [
    ['Dashboard', '/app/dashboard'],
    ['Agents', '/app/voice-agents'],
    ['Knowledge Base', '/app/knowledge-base'],
    ['Phone Numbers', '/app/phone-numbers'],
    ['Campaign Manager', '/app/campaigns'],
    ['Call History', '/app/call-history'],
    ['Analytics', '/app/analytics'],
    ['Billing', '/app/billing'],
    ['API Keys', '/app/api-keys'],
    ['Webhooks', '/app/webhooks'],
    ['Integrations', '/app/integrations'],
    ['Help Center', '/app/help-center'],
  ] as const;
  const headings: Readonly<Record<string, string>> = {
    Agents: 'All Agents',
    'Campaign Manager': 'AI Outbound Campaigns',
    'Call History': 'Call Logs',
  };
  await page.goto('/app/dashboard');
  const links = sidebar(page).getByRole('link');
  // The whole text of each: a badge would add words to it.
  await expect(links).toHaveText(items.map(([name]) => name));
  for (const [at, [name, path]] of items.entries()) {
    await links.nth(at).click();
    await expect(page).toHaveURL(path);
    await expect(links.nth(at)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[name] ?? name);
  }
  const { y, height } = (await links.last().boundingBox())!;
  expect(900 - (y + height)).toBeLessThan(60);
});

test('[SHELL-3][SHELL-7] the top bar leads to the dashboard, the help and the account, and logging out forgets everything', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveURL('/app/help-center?about=%2Fapp%2Fvoice-agents');
  await bar.getByRole('link', { name: 'Parley' }).click();
  await expect(page).toHaveURL('/app/dashboard');
  await bar.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toContainText(product.signIn.email);
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  await expect(page).toHaveURL('/app/account');

  const kept = () => page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(await kept()).sort()).toEqual(['agents-storage', 'user-storage']);
  const stored = JSON.parse((await kept())['user-storage']!) as { state: { user: Record<string, unknown> } };
  expect(Object.keys(stored.state.user).sort()).toEqual(['email', 'isEmailVerified', 'name', 'permissions']);
  expect(stored.state.user['email']).toBe(product.signIn.email);
  // No credential is ever kept where scripts can read it.
  const secrets = (await page.context().cookies()).filter((cookie) => cookie.httpOnly);
  for (const { value } of secrets) expect(JSON.stringify(await kept())).not.toContain(value);
  const token = decodeURIComponent(secrets[0]!.value);
  await bar.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await kept()).toEqual({});
  expect(await page.context().cookies()).toEqual([]);
  const again = await fetch(`${product.url}/api/v1/users/me`, {
    headers: { cookie: `${secrets[0]!.name}=${encodeURIComponent(token)}` },
  });
  expect(again.status).toBe(401);
});

test('the colours can be chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/app/dashboard');
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  expect(await scheme()).toBe('dark');
  await page.getByRole('button', { name: 'Use light colours' }).click();
  await expect.poll(scheme).toBe('light');
});

test('[SHELL-7] a profile that cannot be read clears what was kept of the user', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.goto('/app/dashboard');
  const user = () => page.evaluate(() => localStorage.getItem('user-storage'));
  await expect.poll(user).toContain(product.signIn.email);
  await page.route('**/api/v1/users/me', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await expect.poll(user).toBeNull();
});

test('[SHELL-4] the bell counts three at first; reading one, and all, is seen in every tab', async ({
  page,
  context,
}) => {
  await page.goto('/app/dashboard');
  const bell = (tab: Page) => tab.getByRole('button', { name: /^Notifications/ });
  await expect(page.getByTestId('unread')).toHaveText('3');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
  const other = await context.newPage();
  await other.goto('/app/billing');
  await expect(other.getByTestId('unread')).toHaveText('3');

  // By keys alone: open, go down, choose.
  await bell(page).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  // The list takes the focus as it opens, a moment later.
  await expect(async () => {
    await list.getByRole('link', { name: /Ring your first agent/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('link', { name: /Connect your own providers/ })).toBeFocused({
      timeout: 500,
    });
  }).toPass();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/app/voice-agents');
  await expect(list).toBeHidden();
  for (const tab of [page, other]) await expect(tab.getByTestId('unread')).toHaveText('2');

  await bell(other).click();
  await other.getByRole('button', { name: 'Mark all as read' }).click();
  for (const tab of [page, other]) await expect(tab.getByTestId('unread')).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('the bell says when its list cannot be loaded, tries again, and fills a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/v1/notifications?*', (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto('/app/billing');
  await page.getByRole('button', { name: 'Notifications' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await expect(drawer.getByText('Your notifications could not be loaded.')).toBeVisible();
  expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await page.unroute('**/api/v1/notifications?*');
  await drawer.getByRole('button', { name: 'Try Again' }).click();
  await expect(drawer.getByText('Invite your team')).toBeVisible();
});

test('[SHELL-5] the avatar is drawn here: the same for one email in any case, and no third party is asked', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto('/app/dashboard');
  const picture = page.getByRole('button', { name: 'Account menu' }).locator('svg path');
  const drawn = await picture.getAttribute('d');
  expect(drawn).toMatch(/^M/);
  await page.route('**/api/v1/users/me', async (route) => {
    const answer = await route.fetch();
    const profile = (await answer.json()) as { email: string };
    await route.fulfill({ json: { ...profile, email: `  ${profile.email.toUpperCase()} ` } });
  });
  await page.reload();
  await expect(
    page
      .getByTestId('unread')
      .or(page.getByRole('button', { name: 'Notifications' }))
      .first(),
  ).toBeVisible();
  await expect(picture).toHaveAttribute('d', drawn!);
  expect(new Set(asked.filter((origin) => origin.startsWith('http')))).toEqual(new Set([product.url]));
  // The profile may be on its way once more when the test is over.
  await page.unrouteAll({ behavior: 'wait' });
});

test('[SHELL-6] a tooltip opens over an icon, and a submenu by hover and by keys', async ({ page }) => {
  await page.goto('/app/billing');
  await page.getByRole('banner').getByRole('link', { name: 'Help Center' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Help Center' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  const light = page.getByRole('menuitem', { name: 'Light' });
  await page.getByRole('menuitem', { name: 'Appearance' }).hover();
  await expect(light).toBeVisible();
  await page.mouse.move(600, 700);
  await expect(light).toBeHidden();
  await page.getByRole('menuitem', { name: 'Appearance' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(light).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(light).toBeHidden();
  await expect(page.getByRole('menuitem', { name: 'Appearance' })).toBeFocused();
});
