import { expect, type Page } from '@playwright/test';
import { openSession, signIn, toast, withProduct } from './with-product.ts';

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
  await page.goto('/app/dashboard');
  const links = sidebar(page).getByRole('link');
  // The whole text of each: a badge would add words to it.
  await expect(links).toHaveText(items.map(([name]) => name));
  for (const [at, [name, path]] of items.entries()) {
    await links.nth(at).click();
    await expect(page).toHaveURL(path);
    await expect(links.nth(at)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      { Agents: 'All Agents', 'Call History': 'Call Logs' }[name as string] ?? name,
    );
  }
  const { y, height } = (await links.last().boundingBox())!;
  expect(900 - (y + height)).toBeLessThan(60);
});

test('the top bar leads to the dashboard, the help and the account, and logging out forgets everything', async ({
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

test('[ERR-3] a read that fails is tried three times more, each time later, and kept for five minutes', async ({
  page,
}) => {
  await page.clock.install();
  let isBroken = true;
  const askedAt: number[] = [];
  await page.route('**/api/v1/voice-agent', async (route) => {
    askedAt.push(await page.evaluate(() => Date.now()));
    await (isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue());
  });
  const passUntilAsked = async (times: number) => {
    for (let steps = 0; askedAt.length < times && steps < 200; steps += 1) await page.clock.runFor(200);
    expect(askedAt).toHaveLength(times);
  };
  await page.goto('/app/voice-agents');
  await passUntilAsked(4);
  const pauses = askedAt.slice(1).map((at, index) => at - askedAt[index]!);
  for (const [index, leastMs] of [1000, 2000, 4000].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(leastMs);
    expect(pauses[index]).toBeLessThan(leastMs * 2);
  }
  await expect(page.getByRole('main').getByText('Failed to fetch voice agents')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(askedAt).toHaveLength(4);

  // Not once more when the server refuses.
  isBroken = false;
  await page.unroute('**/api/v1/voice-agent');
  let refused = 0;
  await page.route('**/api/v1/call-logs?*', (route) => {
    refused += 1;
    return route.fulfill({ status: 403, body: '' });
  });
  await page.getByRole('link', { name: 'Call History' }).click();
  await expect(page.getByText('Failed to fetch call logs')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(refused).toBe(1);

  // What was read is shown at once within five minutes, and is fetched as new after them.
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.route('**/api/v1/voice-agent', () => undefined);
  await page.clock.runFor(4 * 60_000);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText('This screen is being built')).toBeVisible();
  await page.clock.runFor(6 * 60_000);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Loading agents' })).toBeVisible();
});

test('[TOAST-1] toasts come at the top right, at most three at once, for four seconds, errors for five', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/app/voice-agents');
  const control = page.getByRole('switch', { name: 'Riverside Dental reception: status' });
  const all = page.locator('.toasts').getByRole('alert');
  await control.click({ force: true });
  const done = toast(page, 'Agent disabled successfully!');
  await expect(done).toBeVisible();
  const place = (await done.boundingBox())!;
  expect(place.y).toBeLessThan(120);
  expect(1440 - (place.x + place.width)).toBeLessThan(40);
  await page.clock.runFor(3500);
  await expect(done).toBeVisible();
  await page.clock.runFor(1500);
  await expect(done).toHaveCount(0);

  await page.route('**/api/v1/voice-agent/*', (route) => route.fulfill({ status: 500, body: '' }));
  await control.click({ force: true });
  const failed = toast(page, 'Failed to update agent status. Please try again.');
  await expect(failed).toBeVisible();
  await page.clock.runFor(4500);
  await expect(failed).toBeVisible();
  await page.clock.runFor(1500);
  await expect(failed).toHaveCount(0);

  for (let times = 0; times < 5; times += 1) {
    await expect(control).toBeEnabled();
    await control.click({ force: true });
  }
  await expect(all).toHaveCount(3);
});

test('[ERR-1] failures are titled by their kind', async ({ page }) => {
  await page.goto('/app/voice-agents');
  const control = page.getByRole('switch', { name: 'Riverside Dental reminders: status' });
  const path = '**/api/v1/voice-agent/*';
  const answer = async (status: number, kind: string, code: string, message: string) => {
    await page.route(path, (route) =>
      route.fulfill({ status, json: { error: { kind, code, message, requestId: 'r' }, message } }),
    );
    await expect(control).toBeEnabled();
    await control.click({ force: true });
    const shown = toast(page, message);
    await expect(shown).toBeVisible();
    await page.unroute(path);
    const title = await shown.locator('.mantine-Notification-title').textContent();
    // Only three are shown at once; the next one would wait.
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    return title;
  };
  expect(await answer(403, 'UNAUTHORIZED', 'not_allowed', 'Your role does not allow this.')).toBe(
    'Unauthorized',
  );
  expect(await answer(409, 'VALIDATION_ERROR', 'agent_is_draft', 'A draft it is.')).toBe('Validation Error');
  expect(await answer(503, 'SERVER_ERROR', 'calls_at_limit', 'All lines are busy.')).toBe('Error');
  await page.route(path, (route) => route.abort());
  await expect(control).toBeEnabled();
  await control.click({ force: true });
  await toast(page, 'Network Error').getByRole('button', { name: 'Dismiss' }).click();
  await page.unroute(path);
  // A 401 is an authentication error, and ends the visit.
  expect(await answer(401, 'UNAUTHORIZED', 'not_signed_in', 'Please sign in to continue.')).toBe(
    'Authentication Error',
  );
  await expect(page).toHaveURL(/\/login/);

  const login = async () => {
    await page.getByLabel('WORK EMAIL').fill('someone@example.com');
    await page.getByLabel('PASSWORD', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Log in to Parley' }).click();
  };
  await login();
  await expect(toast(page, 'Invalid Credentials')).toBeVisible();
  await page.reload();
  await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await login();
  const unknown = toast(page, 'An unexpected error occurred. Please try again.');
  await expect(unknown.locator('.mantine-Notification-title')).toHaveText('Error');
  await page.reload();
  await page.unroute('**/api/v1/auth/login');
  await page.route('**/api/v1/auth/login', (route) => route.abort());
  await login();
  await expect(
    toast(page, 'Network connection error. Please try again!').locator('.mantine-Notification-title'),
  ).toHaveText('Network Error');
});

test('a screen says when it is offline', async ({ page, context }) => {
  await page.goto('/app/call-history');
  await expect(page.getByText('No calls yet')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline')).toBeHidden();
});
