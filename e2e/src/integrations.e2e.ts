import { AxeBuilder } from '@axe-core/playwright';
import { GoogleStandIn } from '@parley/server/features/integrations/vendors/google-calendar/stand-in';
import { SlackStandIn } from '@parley/server/features/integrations/vendors/slack/stand-in';
import { expect, type Page } from '@playwright/test';
import { gate, signIn, toast, withProduct } from './with-product.ts';

const google = await GoogleStandIn.open();
const slack = await SlackStandIn.open();
const test = withProduct({ ...google.operatorEnvironment, ...slack.environment });

test.afterAll(async () => {
  await google.close();
  await slack.close();
});
test.beforeEach(({ page, product }) => signIn(page, product));

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('[INTEG-1] cards tell what is live, what is connected and what is to come', async ({ page }) => {
  const held = gate();
  await page.route('**/fetch-integration', async (request) => {
    await held.opened;
    await request.continue();
  });
  await page.goto('/app/integrations');
  await expect(page.getByRole('status', { name: 'Loading integrations' })).toBeVisible();
  held.open();
  const calendar = card(page, 'Google Calendar');
  await expect(calendar).toContainText('Calendar');
  await expect(calendar).toContainText('Agents look up free times while they talk');
  await expect(calendar.getByRole('button', { name: 'Connect Google Calendar' })).toBeEnabled();
  await expect(calendar.getByText('Connected')).toBeHidden();
  await expect
    .poll(() =>
      page
        .locator('li img')
        .evaluateAll(
          (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
        ),
    )
    .toBe(15);

  const upcoming = card(page, 'HubSpot').getByRole('button', { name: 'Coming Soon: HubSpot' });
  await expect(upcoming).toBeDisabled();
  await expect(upcoming).toHaveText('Coming Soon');
  await upcoming.hover();
  await expect(page.getByRole('tooltip')).toHaveText('This integration is already in our roadmap!');
  await upcoming.click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByLabel('Search integrations').fill('timeline contacts');
  await expect(page.getByRole('listitem').filter({ hasText: 'Coming Soon' })).toHaveCount(1);
  await page.getByLabel('Search integrations').fill('');
  await page.getByText('Messages', { exact: true }).first().click();
  await expect(card(page, 'Slack')).toBeVisible();
  await expect(calendar).toBeHidden();
  await page.getByLabel('Search integrations').fill('nothing like this');
  await expect(page.getByText('No integration like this')).toBeVisible();
});

test('[INTEG-2] a calendar is connected at the vendor, set, found broken, connected again and removed', async ({
  page,
  product,
}) => {
  // A dozen page loads, and pages of the vendor between them.
  test.setTimeout(240_000);
  await page.goto('/app/integrations');
  await card(page, 'Google Calendar').click();
  let drawer = page.getByRole('dialog', { name: 'Google Calendar' });
  await drawer.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The permission was not given' })).toBeVisible();
  await expect(page).toHaveURL('/app/integrations');

  const connect = async (button: RegExp) => {
    await card(page, 'Google Calendar').getByRole('button', { name: button }).click();
    await page
      .getByRole('dialog', { name: 'Google Calendar' })
      .getByRole('link', { name: /onnect$/ })
      .click();
    await page.getByRole('link', { name: 'Allow' }).click();
  };
  await connect(/^Connect/);
  const success = page.getByRole('dialog', { name: 'Integration Connected Successfully!' });
  await expect(success).toContainText('ada@example.com');
  await expect(page).toHaveURL('/app/integrations');
  await success.getByRole('button', { name: 'Continue Exploring' }).click();
  await expect(success).toBeHidden();
  const calendar = card(page, 'Google Calendar');
  await expect(calendar.getByText('Connected', { exact: true })).toBeVisible();
  await page.reload();
  await expect(calendar.getByRole('button', { name: 'Manage Google Calendar' })).toBeVisible();
  await expect(success).toBeHidden();

  // The address that the specification names opens the dialog whoever wrote it, and leaves the address bar.
  await page.goto('/app/integrations?success=google_calendar_connected');
  await success.getByRole('button', { name: 'View Integration' }).click();
  await expect(page).toHaveURL('/app/integrations?open=google_calendar');
  drawer = page.getByRole('dialog', { name: 'Google Calendar' });
  await expect(drawer.getByText('Connected as ada@example.com')).toBeVisible();
  await expect(drawer.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/New_York');
  await drawer.getByRole('combobox', { name: 'Book into' }).click();
  await expect(page.getByRole('option', { name: 'Holidays' })).toBeHidden();
  await page.getByRole('option', { name: 'Team' }).click();
  await drawer.getByLabel('Monday until').fill('08:00');
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await expect(drawer.getByRole('alert')).toHaveText('Monday: the end must be after the start.');
  await drawer.getByLabel('Monday until').fill('16:30');
  await drawer.getByRole('button', { name: "Use Monday's hours until Friday" }).click();
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings saved.')).toBeVisible();
  await page.reload();
  await expect(drawer.getByRole('combobox', { name: 'Book into' })).toHaveValue('Team');
  await expect(drawer.getByLabel('Friday until')).toHaveValue('16:30');

  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  google.withdrawPermission();
  await page.reload();
  await expect(drawer.getByText('Needs reconnecting').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(calendar.getByText('Needs reconnecting')).toBeVisible();
  await connect(/^Reconnect/);
  await success.getByRole('button', { name: 'View Integration' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Book into' })).toHaveValue('Team');

  await page.route('**/remove', (request) => request.fulfill({ status: 503, body: '' }), { times: 1 });
  const remove = async () => {
    await drawer.getByRole('button', { name: 'Remove Integration' }).click();
    await page
      .getByRole('dialog', { name: 'Remove Google Calendar?' })
      .getByRole('button', { name: 'Remove' })
      .click();
  };
  await remove();
  await expect(toast(page, 'Failed to remove integration. Please try again.')).toBeVisible();
  const held = gate();
  await page.route('**/auth-master/google/calendar/remove', async (request) => {
    await held.opened;
    await request.continue();
  });
  await remove();
  await expect(drawer.getByRole('button', { name: 'Removing...' })).toBeDisabled();
  held.open();
  await expect(drawer.getByRole('link', { name: 'Connect' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Remove Integration' })).toBeHidden();
  await expect.poll(() => google.hasPermission(), { timeout: 60_000 }).toBe(false);
  expect(google.server.asked(/token/)[0]?.form.get('redirect_uri')).toBe(
    `${product.url}/api/v1/auth-master/google/calendar/callback`,
  );
});

test('[INTEG-2] a list that cannot be loaded is told with Try Again, one that cannot be removed too', async ({
  page,
}) => {
  await page.route('**/fetch-integration', (request) => request.fulfill({ status: 404, body: '' }), {
    times: 1,
  });
  await page.goto('/app/integrations');
  await expect(page.getByRole('alert')).toContainText('Failed to load integrations. Please try again.');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(card(page, 'Google Calendar')).toBeVisible();

  const answer = await page.request.get('/api/v1/integrations/fetch-integration');
  const [first, ...others] = (await answer.json()) as object[];
  await page.route('**/fetch-integration', (request) =>
    request.fulfill({
      json: [
        { ...first, connected: true, state: 'needs_reconnecting', id: 'itg_x', remove_path: null },
        ...others,
      ],
    }),
  );
  await page.goto('/app/integrations?open=google_calendar');
  await page.getByRole('button', { name: 'Remove Integration' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Google Calendar?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(toast(page, 'Remove endpoint not found for this integration')).toBeVisible();
});

test('a messenger without a client explains what to do, and tells a call by a pasted webhook', async ({
  page,
  product,
  api,
}) => {
  await page.goto('/app/integrations?open=slack');
  const drawer = page.getByRole('dialog', { name: 'Slack' });
  await expect(drawer.getByText(`${product.url}/api/v1/auth-master/slack/messages/callback`)).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Connect' })).toBeHidden();
  await drawer.getByLabel('Incoming webhook address').fill('https://example.com/services/x');
  await drawer.getByRole('button', { name: 'Connect by webhook' }).click();
  await expect(drawer.getByText('This cannot be connected: This is not an address below')).toBeVisible();
  await drawer.getByLabel('Incoming webhook address').fill(slack.hookUrl);
  await drawer.getByRole('button', { name: 'Connect by webhook' }).click();
  await expect(drawer.getByText('Connected as Incoming webhook')).toBeVisible();
  // The row is a choice of ten outcomes; a call that is told has one of them.
  for (const label of ['Not interested', 'Voicemail', 'No conversation', 'Not reached', 'Wrong number'])
    await drawer.getByRole('checkbox', { name: label }).check();
  await drawer.getByRole('switch', { name: 'Tell test calls, too' }).check();
  await drawer.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings saved.')).toBeVisible();
  const callId = await api.placeTestCall('+14155550180');
  await expect.poll(() => JSON.stringify(slack.hooked), { timeout: 60_000 }).toContain(`call=${callId}`);
  const told = JSON.stringify(slack.hooked);
  expect(told).toContain('••• 0180');
  expect(told).not.toContain('4155550180');
});
