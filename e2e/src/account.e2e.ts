import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { openSession, toast, withProduct } from './with-product.ts';

// Every test signs in several times from one address.
const test = withProduct({ REQUESTS_PER_MINUTE: '12000' });
test.use({ timezoneId: 'Asia/Kolkata' });

const newPassword = 'Another-horse2!';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');

/** Another browser of the same user. */
async function signInElsewhere(product: Product, password: string, userAgent: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: product.signIn.email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function isSignedIn(product: Product, token: string): Promise<boolean> {
  const answer = await fetch(`${product.url}/api/v1/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.ok;
}

test('[ACCT-1] the profile is shown, checked, saved and kept; the email is read-only and the time zone the browser’s', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.goto('/app/account');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(field(page, 'First name')).toHaveValue('Demo');
  await expect(field(page, 'Last name')).toHaveValue('User');
  await expect(field(page, 'Email')).toHaveValue(product.signIn.email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly');
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue('Asia / Kolkata (UTC+05:30)');

  await field(page, 'First name').fill(' ');
  await field(page, 'Phone number').fill('98765 43210');
  await save.click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Begin with the country code')).toBeVisible();

  await field(page, 'First name').fill('<b>Дема</b>');
  await field(page, 'Phone number').fill('+91 98765 43210');
  await zone.fill('new york');
  await page.getByRole('option', { name: 'America / New York' }).click();
  await save.click();
  await expect(toast(page, 'Profile updated successfully.')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('<b>Дема</b>');
  await expect(field(page, 'Phone number')).toHaveValue('+919876543210');
  await expect(zone).toHaveValue(/America \/ New York/);

  // A failure says so, and loses nothing of what was typed.
  await page.route('**/api/v1/users/me', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: 'oops' }) : route.continue(),
  );
  await field(page, 'Last name').fill('Lovelace');
  await save.click();
  await expect(toast(page, 'Failed to update profile.')).toBeVisible();
  await expect(field(page, 'Last name')).toHaveValue('Lovelace');
});

test('[ACCT-1] a profile that cannot be loaded says so, and is asked for again', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.route('**/api/v1/users/me', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/app/account');
  await expect(page.getByText('Failed to load user profile.')).toBeVisible();
  await page.unroute('**/api/v1/users/me');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(field(page, 'Email')).toHaveValue(product.signIn.email);
});

test('[ACCT-2] a new password, the list of devices, and logging out one of them and all of them', async ({
  page,
  product,
}) => {
  const { password } = product.signIn;
  await openSession(page, product);
  const phone = await signInElsewhere(
    product,
    password,
    'Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36',
  );
  const script = await signInElsewhere(product, password, 'curl/8.14.1');
  await page.goto('/app/account');

  // Devices: this one is marked and cannot be ended by mistake; another is ended alone.
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(devices(page).filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  await expect(devices(page).filter({ hasText: 'Chrome on Android' })).toContainText('This computer');
  await devices(page)
    .filter({ hasText: 'curl' })
    .getByRole('button', { name: /^Log out curl, since/ })
    .click();
  await expect(toast(page, 'The device was logged out.')).toBeVisible();
  await expect(devices(page).filter({ hasText: 'curl' })).toHaveCount(0);
  expect([await isSignedIn(product, script), await isSignedIn(product, phone)]).toEqual([false, true]);

  // Password: the same checklist as at signup, the current one is asked for, the other devices are logged out.
  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await field(page, 'New password').fill('abc');
  const checklist = page.getByRole('list', { name: 'Your password needs' });
  await expect(checklist.getByRole('listitem')).toHaveCount(4);
  await field(page, 'Current password').fill('Not-my-password1!');
  await field(page, 'New password').fill(newPassword);
  await expect(checklist).toBeHidden();
  await field(page, 'Confirm new password').fill(`${newPassword}x`);
  await update.click();
  await expect(page.getByText('The passwords differ')).toBeVisible();
  await expect(field(page, 'Confirm new password')).toBeFocused();
  await field(page, 'Confirm new password').fill(newPassword);
  await update.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  // What the server found is led to as well.
  await expect(field(page, 'Current password')).toBeFocused();
  await field(page, 'Current password').fill(password);
  await update.click();
  await expect(toast(page, 'Password changed')).toBeVisible();
  await expect(field(page, 'New password')).toHaveValue('');
  await expect(devices(page)).toHaveCount(1);
  expect(await isSignedIn(product, phone)).toBe(false);

  // Two-factor: off, and why.
  const twoFactor = page.getByRole('switch', { name: 'Two-factor authentication' });
  await expect(twoFactor).toBeDisabled();
  // By keyboard: the focus of a mouse shows no tooltip.
  await page.getByRole('button', { name: 'Log out from all devices' }).focus();
  await page.keyboard.press('Tab');
  await expect(twoFactor).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveText('This 2FA is already in our roadmap!');
  await page.keyboard.press('Space');
  await expect(twoFactor).not.toBeChecked();

  // Everywhere at once, after a question.
  const again = await signInElsewhere(product, newPassword, 'curl/8.14.1');
  await page.getByRole('button', { name: 'Log out from all devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await isSignedIn(product, again)).toBe(true);
  await page.getByRole('button', { name: 'Log out from all devices' }).click();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'You are logged out on all devices.')).toBeVisible();
  expect(await isSignedIn(product, again)).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('user-storage'))).toBeNull();
});

test('a user takes their data along, then deletes the account by its password', async ({ page }) => {
  const email = 'leaving@example.com';
  const account = {
    email,
    password: newPassword,
    firstName: 'Ann',
    lastName: 'Leaving',
    phone: '4155550123',
    countryCode: '+1',
  };
  expect((await page.request.post('/api/v1/auth/register', { data: account })).status()).toBe(201);
  const created = await page.request.post('/api/v1/voice-agent', {
    data: { agent_name: 'To be taken along', agent_type: 'inbound' },
  });
  expect(created.ok()).toBe(true);
  await page.goto('/app/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(file).toMatchObject({
    profile: { email },
    agents: [{ agent_name: 'To be taken along' }],
    calls: [],
  });

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const remove = dialog.getByRole('button', { name: 'Delete for good' });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel('Your password').fill('Wrong-horse1!');
  await remove.click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'Account deleted')).toBeVisible();
  const refused = await page.request.post('/api/v1/auth/login', { data: { email, password: newPassword } });
  expect(refused.status()).toBe(401);
  const outbox = await (await page.request.get('/dev/outbox.json')).json();
  expect(outbox.mails[0]).toMatchObject({ to: email, subject: expect.stringContaining('was deleted') });
});
