import { expect, type Page } from '@playwright/test';
import { openSession, toast, withProduct } from './with-product.ts';

// Every test signs in, within a minute; the limit on sign-ins grows with this one.
const test = withProduct({ REQUESTS_PER_MINUTE: '12000' });

/** Logs in on the screen that is open. */
async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('WORK EMAIL').fill(email);
  await page.getByLabel('PASSWORD', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in to Parley' }).click();
}

test('[ROUTE-1] the short addresses lead to the dashboard', async ({ page, product }) => {
  await openSession(page, product);
  for (const path of ['/', '/app', '/dashboard']) {
    await page.goto(path);
    await expect(page).toHaveURL('/app/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
});

test('[ROUTE-2] every address of the product shows a screen of its own', async ({ page, product, api }) => {
  for (const [path, heading] of [
    ['/login', 'Welcome back'],
    ['/signup', 'Start your free trial'],
    ['/forgot-password', 'Forgot your password?'],
  ]) {
    await page.goto(path!);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading!);
  }
  await openSession(page, product);
  const agentId = await api.findAgentId('reception');
  for (const path of [
    'dashboard',
    'voice-agents',
    'voice-agents/new',
    `voice-agents/${agentId}`,
    'knowledge-base',
    'verify-email',
    'campaigns',
    'campaigns/create',
    'campaigns/cmp_1/edit',
    'call-history',
    'account',
    'integrations',
    'phone-numbers',
    'analytics',
    'billing',
    'api-keys',
    'webhooks',
    'help-center',
  ]) {
    await page.goto(`/app/${path}`);
    // A dialog hides the screen behind it from readers, and has a heading of its own.
    await expect(page.getByRole('heading').first(), path).toBeVisible();
    await expect(page.getByText('Oops! Page not found 404'), path).toBeHidden();
    await expect(page.getByText('Unexpected Application Error!'), path).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(`/app/${path}`);
  }
});

test('[ROUTE-3] what leads nowhere, and a screen that throws, are told with a way back', async ({
  page,
  product,
}) => {
  for (const path of [
    '/nowhere',
    '/login/deeper',
    '/application?x=1',
    '/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page.getByLabel('WORK EMAIL')).toBeVisible();
    expect(page.url()).toBe(product.url + path);
  }

  await openSession(page, product);
  for (const path of ['/app/nowhere', '/app/voice-agents/new/deeper']) {
    await page.goto(path);
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Oops! Page not found 404' })).toBeVisible();
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Login' })).toHaveAttribute(
    'href',
    '/login',
  );

  const screen = '**/assets/agents-screen-*.js';
  await page.route(screen, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const AgentsScreen = () => { throw new Error('The list is broken.'); };",
    }),
  );
  await page.goto('/app/voice-agents');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await page.unroute(screen);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('[ROUTE-4] a visitor is sent to the login in place of the page, and lands on it after signing in', async ({
  context,
  product,
}) => {
  // A window of its own: a history holds fifty entries at most.
  const page = await context.newPage();
  await page.goto('/icon.svg');
  const entries = await page.evaluate(() => history.length);
  await page.goto('/app/call-history?page=3');
  await expect(page).toHaveURL(/\/login(\?|$)/);
  // The address asked for took one entry, and the login took its place.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await logIn(page, product.signIn);
  await expect(page).toHaveURL('/app/call-history?page=3');
  await expect(page.getByRole('heading', { level: 1, name: 'Call Logs' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/icon.svg');
  await page.close();
});

test('[ROUTE-4] a visitor who asked for nothing lands on the dashboard, and no link leads to another site', async ({
  page,
  product,
}) => {
  for (const path of [
    '/login',
    '/login?redirect=https%3A%2F%2Fevil.example%2F',
    '/login?redirect=%2F%2Fevil.example',
  ]) {
    await page.goto(path);
    await logIn(page, product.signIn);
    await expect(page).toHaveURL('/app/dashboard');
    await page.context().clearCookies();
  }
});

test('[ROUTE-5] the marker alone opens a screen, the server checks the session, and without one the visit ends', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  const cookies = await page.context().cookies();
  const marker = cookies.find((cookie) => cookie.name === 'parley-signed-in');
  const secrets = cookies.filter((cookie) => cookie.name !== 'parley-signed-in');
  expect(marker?.httpOnly).toBe(false);
  expect(secrets.map((cookie) => cookie.httpOnly)).toEqual([true]);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).not.toContain(secrets[0]?.value);

  // Only the marker counts for the client: without it the session that is still good shows nothing.
  await page.context().clearCookies({ name: 'parley-signed-in' });
  await page.goto('/app/voice-agents');
  await expect(page).toHaveURL(/\/login/);

  // With the marker alone the screen opens, and the first answer of the server ends the visit.
  await page.context().clearCookies();
  await page.context().addCookies([marker!]);
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  await page.goto('/app/voice-agents');
  await refused;
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => document.cookie)).not.toContain('parley-signed-in');
  expect((await page.evaluate(() => localStorage.getItem('user-storage'))) ?? '').not.toContain('@');
});

test('[ROUTE-5] logging out in one tab ends the visit in every other tab', async ({
  page,
  product,
  context,
}) => {
  await openSession(page, product);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/app/dashboard');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(other).toHaveURL('/login');
  await expect(toast(other, 'Please sign in')).toBeHidden();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Riverside Dental reception')).toBeHidden();
});

test('[ROUTE-5] a session that is ended elsewhere ends the visit of a screen that is open', async ({
  page,
  product,
  api,
}) => {
  await openSession(page, product);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  const { sessions } = await (await page.request.get('/api/v1/auth/sessions')).json();
  const current = sessions.find((session: { isCurrent: boolean }) => session.isCurrent);
  expect((await api.send('DELETE', `/auth/sessions/${current.id}`)).status).toBe(200);
  await expect(page).toHaveURL(/\/login/);
});
