import { expect, type Page } from '@playwright/test';
import { gate, toast, withProduct } from './with-product.ts';

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
  await expect(email(page)).toBeFocused();
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
