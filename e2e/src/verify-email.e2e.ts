import { expect, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { codeInMail, readFromMail, registerAccount } from './outbox.ts';
import { gate, openSession, toast, withProduct } from './with-product.ts';

const test = withProduct({ REQUESTS_PER_MINUTE: '12000' });

const verifyPath = '**/api/v1/auth/verify-email';
const resendPath = '**/api/v1/auth/resend-otp';
const code = (page: Page) => page.getByRole('textbox', { name: '6-digit code' });
const submit = (page: Page) => page.getByRole('button', { name: 'Verify Email' });
const resend = (page: Page) => page.getByRole('button', { name: /^Resend/ });
const refusal = (status: number, message: string) => ({
  status,
  json: { error: { kind: 'VALIDATION_ERROR', code: 'code_wrong', message }, message },
});

/** A code that is not this one. */
const otherThan = (right: string) => (right === '000000' ? '000001' : '000000');

test('[VERIFY-1][VERIFY-2] the email is shown, six slots take a code, and Back goes one step back', async ({
  page,
  product,
}) => {
  const { email } = await registerAccount(page, product);
  await page.goto('/app/call-history');
  // VERIFY-6: the banner leads here.
  await page.getByRole('link', { name: 'Verify Email' }).click();
  await expect(page).toHaveURL('/app/verify-email');
  const main = page.getByRole('main');
  await expect(main.getByText(email)).toBeVisible();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(submit(page)).toBeDisabled();

  // Typed, corrected, and only digits count.
  await page.keyboard.type('12a34-5');
  await expect(code(page)).toHaveValue('12345');
  await expect(submit(page)).toBeDisabled();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('67');
  await expect(code(page)).toHaveValue('123467');
  await expect(submit(page)).toBeEnabled();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(code(page)).toHaveValue('12367');
  // A pasted code fills every slot, whatever stands there.
  await code(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ' 987 654\n');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(code(page)).toHaveValue('987654');
  await code(page).fill('<script>alert(1)</script>'.repeat(100));
  await expect(code(page)).toHaveValue('1'.repeat(6));

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/app/call-history');

  // What the screen before handed over goes first.
  await page.goto('/app/verify-email');
  await page.evaluate(() => history.replaceState({ ...history.state, email: 'other@example.com' }, ''));
  await page.reload();
  await expect(main.getByText('other@example.com')).toBeVisible();
  await expect(main.getByText(email)).toBeHidden();
});

test('[VERIFY-3] the mailed code proves the email and opens the dashboard', async ({ page, product }) => {
  const { email } = await registerAccount(page, product);
  const right = await readFromMail(product, { to: email, pattern: codeInMail });
  await page.goto('/app/verify-email');
  const { opened, open } = gate();
  await page.route(verifyPath, async (route) => {
    await opened;
    await route.continue();
  });
  await code(page).fill(right);
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
  open();
  await expect(toast(page, 'Email verified')).toContainText('Your email has been successfully verified.');
  await expect(page).toHaveURL('/app/dashboard');
  await expect(page.getByText('Verify your email to place calls')).toBeHidden();
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('user-storage') ?? 'null')?.state.user),
  ).toMatchObject({ email, isEmailVerified: true });
  await page.goto('/app/verify-email');
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
});

test('the link of the mail carries the code, also for who has to log in first', async ({ page, product }) => {
  const { email, password } = await registerAccount(page, product);
  const path = await readFromMail(product, { to: email, pattern: /(\/app\/verify-email\?code=\d{6})/ });
  await page.context().clearCookies();
  await page.goto(path);
  await page.getByLabel('WORK EMAIL').fill(email);
  await page.getByLabel('PASSWORD', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in to Parley' }).click();
  await expect(code(page)).toHaveValue(path.slice(-6));
  await submit(page).click();
  await expect(toast(page, 'Email verified')).toBeVisible();
});

test('[VERIFY-4] every failure is told in its own words', async ({ page, product }) => {
  const { email } = await registerAccount(page, product);
  const right = await readFromMail(product, { to: email, pattern: codeInMail });
  await page.goto('/app/verify-email');
  const unreachable = 'Could not connect to the server. Please try again later.';
  const say = async (title: string, message: string) => {
    const shown = toast(page, message);
    await expect(shown).toContainText(title);
    await shown.getByRole('button').click();
    await expect(shown).toBeHidden();
  };

  await code(page).fill('123');
  await code(page).press('Enter');
  await say('Invalid OTP', 'Please enter the 6-digit code sent to your email.');

  await code(page).fill(otherThan(right));
  await submit(page).click();
  await say('Verification failed', 'This code is wrong or has expired. Check it, or ask for a new one.');
  for (const [answer, title, message] of [
    [refusal(422, 'Words of the server.'), 'Verification failed', 'Words of the server.'],
    [{ status: 500, body: 'oh' }, 'Verification failed', 'Could not verify email. Please try again.'],
    [undefined, 'Connection error', unreachable],
  ] as const) {
    await page.route(verifyPath, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await submit(page).click();
    await say(title, message);
    await page.unroute(verifyPath);
  }
  for (const [answer, title, message] of [
    [refusal(422, 'Other words of the server.'), 'Failed to resend code', 'Other words of the server.'],
    [{ status: 500, body: 'oh' }, 'Failed to resend code', 'Could not send a new code. Please try again.'],
    [undefined, 'Connection error', unreachable],
  ] as const) {
    await page.route(resendPath, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await resend(page).click();
    await say(title, message);
    await page.unroute(resendPath);
  }

  // Without an email, neither handed over nor of a user.
  await page.route('**/api/v1/users/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), email: '' } });
  });
  const told = page.waitForResponse('**/api/v1/users/me');
  await page.reload();
  // Until then the email of the visit before stands there.
  await told;
  await expect(page.getByText(email)).toBeHidden();
  await resend(page).click();
  await say('Email not found', 'Please go back to the signup page and try again.');
});

test('[VERIFY-5] a new code voids the old one, works once, and is limited in tries', async ({
  page,
  product,
}) => {
  const { email } = await registerAccount(page, product);
  const first = await readFromMail(product, { to: email, pattern: codeInMail });
  await page.goto('/app/verify-email');
  await resend(page).click();
  await expect(toast(page, 'Code resent')).toContainText(
    'A new verification code has been sent to your email.',
  );
  await expect(resend(page)).toBeDisabled();
  await expect(resend(page)).toHaveText(/^Resend in \d+ s$/);
  const second = await readFromMail(product, { to: email, pattern: codeInMail, nth: 2 });

  const attempt = async (otp: string) =>
    (await page.request.post(`${product.url}/api/v1/auth/verify-email`, { data: { email, otp } })).status();
  if (first !== second) expect(await attempt(first)).toBe(422);
  // Five tries spend a code: then the right one is void, too.
  for (let tries = 0; tries < 5; tries += 1) expect(await attempt(otherThan(second))).toBe(422);
  expect(await attempt(second)).not.toBe(200);

  const { email: other } = await registerAccount(page, product);
  const otp = await readFromMail(product, { to: other, pattern: codeInMail });
  const verify = () =>
    page.request.post(`${product.url}/api/v1/auth/verify-email`, { data: { email: other, otp } });
  expect((await verify()).status()).toBe(200);
  expect((await verify()).status()).toBe(422);
});

test('[VERIFY-6] an unverified account looks and builds, is told by a banner, and rings nobody outside until verified', async ({
  page,
  product,
}) => {
  const account = await registerAccount(page, product);
  const api = await ApiClient.open(product, account);
  const made = await api.send('POST', '/voice-agent', { agent_name: 'Caller', agent_type: 'outbound' });
  expect(made.status).toBe(201);
  const agentId = await api.findAgentId('Caller');
  const ring = async () => {
    const answer = await api.send('POST', '/agent/test-call', {
      to_number: '+442071838750',
      agent_id: agentId,
    });
    return (await answer.json()).error.code;
  };
  expect(await ring()).toBe('email_unverified');
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Caller')).toBeVisible();
  await expect(page.getByText('Verify your email to place calls to the outside network.')).toBeVisible();
  await page.getByRole('link', { name: 'Verify Email' }).click();
  await code(page).fill(await readFromMail(product, { to: account.email, pattern: codeInMail }));
  await submit(page).click();
  await expect(page).toHaveURL('/app/dashboard');
  await expect(page.getByText('Verify your email to place calls')).toBeHidden();
  // What is missing now is a carrier.
  expect(await ring()).toBe('no_route_for_number');
});

test('who has proved their email sees no banner', async ({ page, product }) => {
  await openSession(page, product);
  await page.goto('/app/voice-agents');
  await expect(page.getByText('Riverside Dental reception')).toBeVisible();
  await expect(page.getByText('Verify your email to place calls')).toBeHidden();
});
