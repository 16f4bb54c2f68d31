import { expect, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { linkInMail, listMails, readFromMail, registerAccount } from './outbox.ts';
import { toast, withProduct } from './with-product.ts';

const test = withProduct({ REQUESTS_PER_MINUTE: '12000' });

const email = (page: Page) => page.getByLabel('WORK EMAIL');
const newPassword = (page: Page) => page.getByLabel('NEW PASSWORD');
const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Link' });
const save = (page: Page) => page.getByRole('button', { name: 'Set New Password' });

test('[FORGOT-1] a mailed link sets a new password once, and every other session ends', async ({
  page,
  product,
  browser,
}) => {
  const account = await registerAccount(page, product);
  const elsewhere = await ApiClient.open(product, account);
  expect((await elsewhere.send('GET', '/users/me')).status).toBe(200);
  await page.goto('/app/dashboard');

  // Another browser, in which nobody is signed in.
  const visitor = await browser.newPage({ baseURL: product.url });
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(visitor).toHaveURL('/forgot-password');
  await send(visitor).click();
  await expect(visitor.getByText('Email is required')).toBeVisible();
  await email(visitor).fill('<script>alert(1)</script>');
  await send(visitor).click();
  await expect(visitor.getByText('Please enter a valid email')).toBeVisible();

  // Known or not, the same is said.
  const saidOf = async (address: string) => {
    await email(visitor).fill(address);
    await send(visitor).click();
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
    const said = await visitor.getByRole('main').innerText();
    await visitor.getByRole('button', { name: 'Use Another Email' }).click();
    return said.replace(address, '…').replace(/\d+ s/, '… s');
  };
  expect(await saidOf('nobody@example.com')).toBe(await saidOf(account.email));
  const link = await readFromMail(product, { to: account.email, pattern: linkInMail });
  expect(await listMails(product, 'nobody@example.com')).toEqual([]);

  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(save(visitor)).toBeDisabled();
  await newPassword(visitor).fill('short');
  await expect(visitor.getByRole('list', { name: 'Your password needs' }).getByRole('listitem')).toHaveText([
    'Minimum 8 characters: not met yet',
    '1 special character: not met yet',
    '1 uppercase character: not met yet',
    '1 lowercase character: met',
  ]);
  await expect(save(visitor)).toBeDisabled();
  await newPassword(visitor).fill('Brand-new1!');
  await expect(visitor.getByRole('list', { name: 'Your password needs' })).toBeHidden();
  await save(visitor).click();
  await expect(toast(visitor, 'Password changed')).toBeVisible();
  await expect(visitor).toHaveURL('/login');

  // The old password and the old sessions are over; the new password works.
  expect((await elsewhere.send('GET', '/users/me')).status).toBe(401);
  await page.goto('/app/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await expect(ApiClient.open(product, account)).rejects.toThrow('401');
  await email(visitor).fill(account.email);
  await visitor.getByLabel('PASSWORD', { exact: true }).fill('Brand-new1!');
  await visitor.getByRole('button', { name: 'Log in to Parley' }).click();
  await expect(visitor).toHaveURL('/app/dashboard');

  // The link is spent, and leads to a new one.
  await visitor.goto(link);
  await newPassword(visitor).fill('Once-more1!');
  await save(visitor).click();
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Request a New Link' }).click();
  await expect(visitor).toHaveURL('/forgot-password');
  await expect(email(visitor)).toBeVisible();
  await visitor.close();
});

test('[FORGOT-1] a link that is none of ours says so, and without an answer nothing is lost', async ({
  page,
}) => {
  for (const token of ['12345678901234567890', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'x'.repeat(5_000)]) {
    await page.goto(`/forgot-password?token=${token}`);
    await newPassword(page).fill('Passw0rd!');
    await save(page).click();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  }

  await page.goto('/forgot-password?token=abc');
  await page.route('**/api/v1/auth/reset-password', (route) => route.abort());
  await newPassword(page).fill('Passw0rd!');
  await save(page).click();
  await expect(toast(page, 'Connection error')).toContainText('Could not connect to the server.');
  await expect(newPassword(page)).toHaveValue('Passw0rd!');

  await page.goto('/forgot-password');
  await page.route('**/api/v1/auth/forgot-password', (route) => route.abort());
  await email(page).fill('someone@example.com');
  await send(page).click();
  await expect(toast(page, 'Connection error')).toBeVisible();
  await expect(email(page)).toHaveValue('someone@example.com');
});
