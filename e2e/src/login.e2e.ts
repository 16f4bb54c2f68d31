import { expect, type Page } from '@playwright/test';
import { gate, openSession, toast, withProduct } from './with-product.ts';

const test = withProduct({
  PRODUCT_NAME: 'Acme Voice',
  MARKETING_URL: 'https://marketing.example/',
  DEMO_URL: 'https://demo.example/book',
  // Every test signs in, within a minute; the limit on sign-ins grows with this one.
  REQUESTS_PER_MINUTE: '12000',
});

const loginPath = '**/api/v1/auth/login';
const email = (page: Page) => page.getByLabel('WORK EMAIL');
const password = (page: Page) => page.getByLabel('PASSWORD', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Log in to Acme Voice' });
const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user-storage') ?? 'null')?.state.user);

async function fillIn(page: Page, values: { email: string; password: string }): Promise<void> {
  await email(page).fill(values.email);
  await password(page).fill(values.password);
}

test('[LOGIN-1] a work email and a password are asked for, both required, and the password can be shown', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(email(page)).toHaveAttribute('required');
  await expect(password(page)).toHaveAttribute('required');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await password(page).fill('secret');
  const toggle = page.getByRole('button', { name: 'Show or hide password' });
  await toggle.click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('secret');
  await toggle.click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('[LOGIN-2] the button names the product, and says so while the login is under way', async ({
  page,
  product,
}) => {
  const { opened, open } = gate();
  await page.route(loginPath, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/login');
  await fillIn(page, product.signIn);
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  await expect(submit(page)).toBeHidden();
  open();
  await page.waitForURL('**/app/dashboard');
});

test('[LOGIN-3] the links to the marketing site and the demo are those configured, beside the tagline', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByText('Not a customer? Book a Demo')).toBeVisible();
  const demo = page.getByRole('link', { name: 'Book a Demo' });
  await expect(demo).toHaveAttribute('href', 'https://demo.example/book');
  await expect(demo).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('link', { name: 'Acme Voice' })).toHaveAttribute(
    'href',
    'https://marketing.example/',
  );
  await expect(
    page.getByRole('complementary').getByText('24/7 AI agents that talk like your best rep'),
  ).toBeVisible();
});

test('[LOGIN-4] a login answers 201, welcomes, keeps the user and opens the dashboard', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  await fillIn(page, product.signIn);
  const answer = page.waitForResponse(loginPath);
  await submit(page).click();
  expect((await answer).status()).toBe(201);
  await expect(toast(page, 'Login successful')).toContainText(`Welcome back, ${product.signIn.email}!`);
  await expect(page).toHaveURL('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ name: 'Demo User', email: product.signIn.email });
});

test('[LOGIN-5] a refused login says what the server says', async ({ page, product }) => {
  await page.goto('/login');
  await fillIn(page, { email: product.signIn.email, password: 'not-the-password' });
  await submit(page).click();
  await expect(toast(page, 'Login failed. Please check your credentials.')).toContainText(
    'Invalid Credentials',
  );
  await expect(page).toHaveURL('/login');

  const answers: [body: object | string, words: string][] = [
    [
      {
        error: { kind: 'INVALID_CREDENTIALS', code: 'credentials_wrong', message: 'This account is closed.' },
      },
      'This account is closed.',
    ],
    ['<html>no answer of ours</html>', 'Login failed. Please check your credentials.'],
  ];
  for (const [body, words] of answers) {
    await page.reload();
    await page.route(loginPath, (route) =>
      route.fulfill({ status: 401, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    );
    await fillIn(page, product.signIn);
    await submit(page).click();
    await expect(toast(page, words)).toBeVisible();
    await page.unroute(loginPath);
  }
});

test('[LOGIN-5] a login without an answer is told as a matter of the network, and can be tried again', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  await page.route(loginPath, (route) => route.abort());
  await fillIn(page, product.signIn);
  await submit(page).click();
  await expect(toast(page, 'Network connection error. Please try again!')).toContainText('Network Error');
  await page.unroute(loginPath);
  await submit(page).click();
  await page.waitForURL('**/app/dashboard');
});

test('[LOGIN-6] what is missing or no email is said at its field, and nothing is sent', async ({ page }) => {
  let sent = 0;
  await page.route(loginPath, (route) => {
    sent += 1;
    return route.abort();
  });
  await page.goto('/login');
  await submit(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(email(page)).toHaveAccessibleDescription('Email is required');
  await email(page).fill('someone');
  await submit(page).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  expect(sent).toBe(0);
});

for (const { given, shown } of [
  { given: { name: 'Ada Lovelace', email: 'ada@example.com' }, shown: 'Ada Lovelace' },
  { given: { name: '', email: 'ada@example.com' }, shown: 'ada' },
  { given: { name: '', email: '' }, shown: 'User' },
]) {
  test(`[LOGIN-7] a user with the name "${given.name}" and the email "${given.email}" is called ${shown}`, async ({
    page,
    product,
    api,
  }) => {
    const profile = await api.get<Record<string, unknown>>('/users/me');
    await page.route(loginPath, async (route) => {
      const answer = await route.fetch();
      const { user, token } = await answer.json();
      await route.fulfill({ response: answer, json: { user: { ...user, ...given }, token } });
    });
    await page.route('**/api/v1/users/me', (route) => route.fulfill({ json: { ...profile, ...given } }));
    await page.goto('/login');
    await fillIn(page, product.signIn);
    await submit(page).click();
    // The toast lies over the menu's button.
    await toast(page, 'Login successful').getByRole('button').click();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menu').getByText(shown, { exact: true })).toBeVisible();
  });
}

test('[ROUTE-1] the short addresses lead to the dashboard', async ({ page, product }) => {
  await openSession(page, product);
  for (const path of ['/', '/app', '/dashboard']) {
    await page.goto(path);
    await expect(page).toHaveURL('/app/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
});

test('[ROUTE-4] a visitor is sent to the login in place of the page, and lands on it after signing in', async ({
  page,
  product,
}) => {
  await page.goto('/icon.svg');
  const entries = await page.evaluate(() => history.length);
  await page.goto('/app/call-history?page=3');
  await expect(page).toHaveURL(/\/login(\?|$)/);
  // The address asked for took one entry, and the login took its place.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await fillIn(page, product.signIn);
  await submit(page).click();
  await expect(page).toHaveURL('/app/call-history?page=3');
  await expect(page.getByRole('heading', { level: 1, name: 'Call Logs' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/icon.svg');
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
    await fillIn(page, product.signIn);
    await submit(page).click();
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
