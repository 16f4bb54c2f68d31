import { expect, type Locator } from '@playwright/test';
import { signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

declare global {
  /** When, by the page's own clock in ms, the list of agents was asked for and its answer came. */
  var readsOfAgents: { askedAt: number; answeredAt?: number }[];
}

/** Runs in the page: notes each read of the list of agents. */
function noteReadsOfAgents() {
  const { fetch } = globalThis;
  globalThis.readsOfAgents = [];
  globalThis.fetch = async (...request) => {
    if (request[0] !== '/api/v1/voice-agent') return fetch(...request);
    const read: (typeof globalThis.readsOfAgents)[number] = { askedAt: Date.now() };
    globalThis.readsOfAgents.push(read);
    const answer = await fetch(...request);
    read.answeredAt = Date.now();
    return answer;
  };
}

test('[ERR-3] a read that fails is tried three times more, each time later, and kept for five minutes', async ({
  page,
}) => {
  await page.clock.install();
  await page.addInitScript(noteReadsOfAgents);
  let isBroken = true;
  await page.route('**/api/v1/voice-agent', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.goto('/app/billing');
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  // The page's time passes only where it is told to: what the machine takes for an answer is no pause.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.getByRole('link', { name: 'Agents', exact: true }).click({ force: true });
  const noted = () => page.evaluate(() => globalThis.readsOfAgents);
  await expect(async () => {
    await page.clock.runFor(100);
    expect((await noted()).filter(({ answeredAt }) => answeredAt !== undefined)).toHaveLength(4);
  }).toPass({ intervals: [10] });
  const reads = await noted();
  for (const [index, leastMs] of [1000, 2000, 4000].entries()) {
    const pauseMs = reads[index + 1]!.askedAt - reads[index]!.answeredAt!;
    expect(pauseMs).toBeGreaterThanOrEqual(leastMs);
    expect(pauseMs).toBeLessThan(leastMs * 2);
  }
  await page.clock.resume();
  await expect(page.getByRole('main').getByText('Failed to fetch voice agents')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(await noted()).toHaveLength(4);

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
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
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
  await expect(control).toBeVisible();
  // From here on the page's time passes only where it is told to, and a little while a toast is waited for.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const appears = (shown: Locator) =>
    expect(async () => {
      await page.clock.runFor(20);
      await expect(shown).toBeVisible({ timeout: 1 });
    }).toPass();
  await control.click({ force: true });
  const done = toast(page, 'Agent disabled successfully!');
  await appears(done);
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
  await appears(failed);
  await page.clock.runFor(4500);
  await expect(failed).toBeVisible();
  await page.clock.runFor(1500);
  await expect(failed).toHaveCount(0);

  await page.clock.resume();
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

test('a screen says when it is offline, and when the server is gone until it is back', async ({
  page,
  context,
  product,
}) => {
  await page.goto('/app/call-history');
  await expect(page.getByText('No calls yet')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline')).toBeHidden();

  await product.kill();
  const lost = page.getByText('The connection to the server was lost. Reconnecting…');
  await expect(lost).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes('/live'));
  await page.getByRole('button', { name: 'Reconnect now' }).click();
  await asked;
  await product.restart();
  await expect(lost).toBeHidden({ timeout: 60_000 });
});

test('[TOAST-1] a toast never covers the header of a drawer', async ({ page }) => {
  await page.clock.install();
  await page.route('**/api/v1/notifications/read-all', (route) => route.fulfill({ status: 500, body: '' }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/dashboard');
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await drawer.getByRole('button', { name: 'Mark all as read' }).click();
  const failed = toast(page, 'The notifications could not be marked as read.');
  await expect(failed).toBeVisible();
  const bottomOf = async (name: string) => {
    const place = (await drawer.getByRole('button', { name }).boundingBox())!;
    return place.y + place.height;
  };
  expect((await failed.boundingBox())!.y).toBeGreaterThanOrEqual(await bottomOf('Close'));
  // What could not be marked is unread as before.
  await expect(drawer.getByText('3 unread')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
});

test('a screen that cannot be shown says so with ways back, and what is not there is 404', async ({
  page,
}) => {
  await page.goto('/app/call-history');
  await page.route(/\/assets\/billing-screen/, (route) => route.abort());
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  // The frame stays: one can go on elsewhere, or come back once the files are there.
  await page.unroute(/\/assets\/billing-screen/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();

  await page.goto('/app/no-such-screen');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found 404' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
});
