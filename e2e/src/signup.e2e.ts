import { expect, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { codeInMail, readFromMail } from './outbox.ts';
import { gate, toast, withProduct } from './with-product.ts';

const test = withProduct({
  PRODUCT_NAME: 'Acme Voice',
  PRIVACY_URL: 'https://marketing.example/privacy',
  TERMS_URL: 'https://marketing.example/terms',
  REQUESTS_PER_MINUTE: '12000',
});

const registerPath = '**/api/v1/auth/register';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Continue' });
const picker = (page: Page) => page.getByRole('button', { name: /^Country code: / });
const checklist = (page: Page) => page.getByRole('list', { name: 'Your password needs' });

const good = {
  'WORK EMAIL': 'grace@example.com',
  'FIRST NAME': 'Grace',
  'LAST NAME': 'Hopper',
  'PHONE NUMBER': '(415) 555-0123',
  'CREATE PASSWORD': 'Passw0rd!',
};

async function fillIn(page: Page, values: Partial<Record<keyof typeof good, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...good, ...values })) await field(page, label).fill(value);
}

test('[SIGNUP-1][SIGNUP-2][SIGNUP-3][SIGNUP-5] the way back, the fields, who protects the form, what is promised', async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'Have an account? Log in' })).toHaveAttribute('href', '/login');
  for (const label of Object.keys(good)) await expect(field(page, label)).toHaveAttribute('required');
  await expect(field(page, 'WORK EMAIL')).toHaveAttribute('type', 'email');
  await expect(field(page, 'PHONE NUMBER')).toHaveAttribute('type', 'tel');
  await expect(picker(page)).toHaveText('+1');

  await expect(field(page, 'CREATE PASSWORD')).toHaveAttribute('type', 'password');
  await field(page, 'CREATE PASSWORD').fill('abc');
  await page.getByRole('button', { name: 'Show or hide password' }).click();
  await expect(field(page, 'CREATE PASSWORD')).toHaveAttribute('type', 'text');
  await expect(checklist(page)).toBeVisible();

  await expect(page.getByText('protected by reCAPTCHA')).toBeVisible();
  for (const [name, href] of [
    ['Privacy Policy', 'https://marketing.example/privacy'],
    ['Terms of Service', 'https://marketing.example/terms'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);

  const panel = page.getByRole('complementary');
  for (const promise of [
    'AI-Powered Call Insights',
    'Actionable Recommendations in Real-Time',
    'Effortless Meeting Summaries',
  ])
    await expect(panel.getByText(promise)).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('[SIGNUP-3] where the operator has keys, a proof of a person is sent along', async ({ page }) => {
  await page.route('https://www.google.com/recaptcha/api.js?render=site-key-1', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.grecaptcha = { ready: (run) => run(), execute: async (key, { action }) => key + " " + action };',
    }),
  );
  await page.route('**/signup', async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    const html = (await answer.text()).replace(/(recaptcha-site-key" content=")[^"]*/, '$1site-key-1');
    await route.fulfill({ response: answer, headers, body: html });
  });
  await page.route(registerPath, (route) => route.abort());
  await page.goto('/signup');
  await fillIn(page);
  const sent = page.waitForRequest(registerPath);
  await submit(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'site-key-1 signup' });
});

test('[SIGNUP-4][SIGNUP-7] nothing can be sent until every field is good, and each says what it lacks', async ({
  page,
}) => {
  let sent = 0;
  await page.route(registerPath, (route) => {
    sent += 1;
    return route.abort();
  });
  await page.goto('/signup');
  await expect(submit(page)).toBeDisabled();
  // Enter tells all that is missing at once.
  await field(page, 'WORK EMAIL').press('Enter');
  for (const problem of [
    'Email is required',
    'First name is required',
    'Last name is required',
    'Phone number must be at least 10 digits',
    'Password must be at least 8 characters',
  ])
    await expect(page.getByText(problem)).toBeVisible();

  /** What a field says of a value once it is left. */
  const complaintOf = async (label: keyof typeof good, value: string) => {
    await field(page, label).fill(value);
    await field(page, label).blur();
    return expect(field(page, label));
  };
  for (const wrong of ['grace', 'grace@', '<script>alert(1)</script>', 'a b@example.com', '‮@x'])
    await (await complaintOf('WORK EMAIL', wrong)).toHaveAccessibleDescription(
      'Please enter a valid business email',
    );
  await (await complaintOf('PHONE NUMBER', '415555012')).toHaveAccessibleDescription(
    'Phone number must be at least 10 digits',
  );
  for (const [value, problem] of [
    ['Abc!', 'Password must be at least 8 characters'],
    ['abcdefg!', 'Password must contain at least 1 uppercase character'],
    ['ABCDEFG!', 'Password must contain at least 1 lowercase character'],
    ['Abcdefgh', 'Password must contain at least 1 special character'],
  ] as const)
    await (await complaintOf('CREATE PASSWORD', value)).toHaveAccessibleDescription(problem);

  // One field short, whichever it is, the button stays off.
  await fillIn(page);
  await expect(submit(page)).toBeEnabled();
  for (const label of Object.keys(good) as (keyof typeof good)[]) {
    await field(page, label).fill('');
    await expect(submit(page), label).toBeDisabled();
    await field(page, label).fill(good[label]);
    await expect(submit(page), label).toBeEnabled();
  }
  expect(sent).toBe(0);

  // While it is under way the button says so, and cannot be pressed twice.
  const { opened, open } = gate();
  await page.route(registerPath, async (route) => {
    await opened;
    await route.abort();
  });
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  open();
  await expect(toast(page, 'Connection error')).toContainText(
    'Could not connect to the server. Please try again later.',
  );
  await expect(submit(page)).toBeEnabled();

  // A country code the server has something against is told where it is picked.
  await page.unroute(registerPath);
  await page.route(registerPath, (route) =>
    route.fulfill({
      status: 422,
      json: {
        error: {
          kind: 'VALIDATION_ERROR',
          code: 'input_invalid',
          message: 'Please correct the marked fields: countryCode.',
          details: [{ field: 'countryCode', message: 'Country code is required' }],
        },
      },
    }),
  );
  await submit(page).click();
  await expect(page.getByText('Country code is required')).toBeVisible();
});

test('[SIGNUP-8] the checklist shows while the field has the focus or holds a password that is not good yet', async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(checklist(page)).toBeHidden();
  await field(page, 'CREATE PASSWORD').focus();
  await expect(checklist(page).getByRole('listitem')).toHaveText([
    'Minimum 8 characters: not met yet',
    '1 special character: not met yet',
    '1 uppercase character: not met yet',
    '1 lowercase character: not met yet',
  ]);
  await field(page, 'CREATE PASSWORD').blur();
  await expect(checklist(page)).toBeHidden();
  await field(page, 'CREATE PASSWORD').fill('aB!');
  await field(page, 'CREATE PASSWORD').blur();
  await expect(checklist(page).getByRole('listitem')).toHaveText([
    'Minimum 8 characters: not met yet',
    '1 special character: met',
    '1 uppercase character: met',
    '1 lowercase character: met',
  ]);
  await field(page, 'CREATE PASSWORD').fill('aB!45678');
  await expect(checklist(page)).toBeHidden();
  await field(page, 'CREATE PASSWORD').fill('aB!4567');
  await expect(checklist(page)).toBeVisible();
});

test('[SIGNUP-9] a signup makes the account with its workspace and trial, mails a code, and opens the dashboard', async ({
  page,
  product,
}) => {
  await page.goto('/signup');
  await fillIn(page);
  const answer = page.waitForResponse(registerPath);
  const sent = page.waitForRequest(registerPath);
  await submit(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ phone: '+1 4155550123', countryCode: '+1' });
  expect((await answer).status()).toBe(201);
  await expect(toast(page, 'Account created')).toContainText(
    'Welcome to Acme Voice! Your account has been created successfully.',
  );
  await expect(page).toHaveURL('/app/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('user-storage') ?? 'null')?.state.user),
  ).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.com', isEmailVerified: false });
  expect(await readFromMail(product, { to: 'grace@example.com', pattern: codeInMail })).toMatch(/^\d{6}$/);

  const api = await ApiClient.open(product, {
    email: 'grace@example.com',
    password: good['CREATE PASSWORD'],
  });
  const profile = await api.get<{ workspace: { trial_ends_at: string }; phoneNumber: string; role: string }>(
    '/users/me',
  );
  expect(profile.role).toBe('owner');
  expect(profile.phoneNumber).toBe('+14155550123');
  const days = (Date.parse(profile.workspace.trial_ends_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(14);

  // Who is signed in has no business here; who signs up with a known email is told at the field.
  await page.goto('/signup');
  await expect(page).toHaveURL('/app/dashboard');
  await page.context().clearCookies();
  await page.goto('/signup');
  await fillIn(page);
  await submit(page).click();
  await expect(field(page, 'WORK EMAIL')).toHaveAccessibleDescription(
    'This email cannot be used to sign up. Log in, or reset your password.',
  );
  await expect(page).toHaveURL('/signup');
});

test('names of any script are kept as they are, and markup in them stays text', async ({ page }) => {
  page.on('dialog', () => {
    throw new Error('Markup of a name was run.');
  });
  await page.goto('/signup');
  await fillIn(page, {
    'WORK EMAIL': 'hostile@example.com',
    'FIRST NAME': '<img src=x onerror=alert(1)>',
    'LAST NAME': `‮שלום 👩‍👩‍👧‍👦 ${'x'.repeat(5_000)}`,
    'PHONE NUMBER': '١٢٣ (415) 555-0123 <b> 👩‍👩‍👧',
    'CREATE PASSWORD': `Aa!${'🔑'.repeat(500)}`,
  });
  expect(await field(page, 'LAST NAME').inputValue()).toHaveLength(80);
  // A password is not cut in silence.
  await field(page, 'CREATE PASSWORD').blur();
  await expect(field(page, 'CREATE PASSWORD')).toHaveAccessibleDescription(
    'Password must be at most 128 characters',
  );
  await expect(submit(page)).toBeDisabled();
  await field(page, 'CREATE PASSWORD').fill('Aa!🔑🔑🔑 ﷽');
  const answer = page.waitForResponse(registerPath);
  await submit(page).click();
  expect((await answer).status()).toBe(201);
  await expect(page).toHaveURL('/app/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).press('Enter');
  await expect(page.getByRole('menu')).toContainText('hostile@example.com');
});
