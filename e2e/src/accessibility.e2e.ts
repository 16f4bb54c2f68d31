import { expect } from '@playwright/test';
import type { Things } from './accessible-screen.ts';
import { screens } from './accessible-screens.ts';
import { expectAccessible } from './expect-accessible.ts';
import { invitationInMail, readFromMail } from './outbox.ts';
import { openSession, signIn, withProduct } from './with-product.ts';

const test = withProduct();

const sizes = [
  { name: 'a desktop', width: 1440, height: 900 },
  { name: 'a phone', width: 390, height: 844 },
];

/** Made while the first screens are looked at. */
const things: Things = { callId: '', agentId: '', invitationPath: '' };
test.beforeAll(async ({ api, product }) => {
  things.callId = await api.placeTestCall('+14155550180');
  things.agentId = await api.findAgentId('reception');
  await api.send('POST', '/voice-agent', { agent_name: 'Still a draft', agent_type: 'outbound' });
  const webhook = { url: 'http://127.0.0.1:9/', description: 'Customer system', events: ['call.ended'] };
  const added = (await (await api.send('POST', '/webhooks', webhook)).json()) as { webhook: { id: string } };
  await api.send('POST', `/webhooks/${added.webhook.id}/test`);
  await api.send('POST', '/knowledge-base', {
    name: 'Dental care',
    knowledge_base_texts: [{ title: 'Opening hours', text: 'We are open on Monday.' }],
    knowledge_base_urls: ['http://127.0.0.1:9/'],
  });
  await api.send('POST', '/workspace/invitations', { emails: ['guest@example.com'], role: 'viewer' });
  things.invitationPath = await readFromMail(product, {
    to: 'guest@example.com',
    pattern: invitationInMail,
  });
});

/** Every screen is looked at by day and by night, on a desktop and on a phone: the next one the other way round. */
for (const [index, { name, isPublic = false, closesOnResize = false, open }] of screens.entries()) {
  test(`axe finds nothing serious: ${name}`, async ({ page, product, api }) => {
    if (isPublic) await page.context().clearCookies();
    else await signIn(page, product);
    if (name.startsWith('the details')) {
      await api.waitForCall((call) => call.is_analysed && call.recording_url !== null, {
        id: things.callId,
        timeoutMs: 60_000,
      });
    }
    for (const [at, size] of sizes.entries()) {
      const colorScheme = (index + at) % 2 === 0 ? 'light' : 'dark';
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      if (at === 0 || closesOnResize) await open(page, size.width < 768, things);
      await test.step(`${size.name}, ${colorScheme}`, () => expectAccessible(page));
      if (process.env['SCREENSHOTS'])
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
          await page.screenshot({
            path: `${process.env['SCREENSHOTS']}/${name.replaceAll(' ', '-')}-${size.width}-${scheme}.png`,
          });
        }
    }
  });
}

test('by keyboard alone: log in, open a call, play it, seek a turn, and come back', async ({
  page,
  product,
  api,
}) => {
  await api.waitForCall((call) => call.is_analysed && call.recording_url !== null, {
    id: things.callId,
    timeoutMs: 60_000,
  });
  /** Tabs on until the focus is where it should be, as a person would. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return '';
        const field = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
        return element.getAttribute('aria-label') ?? field ?? element.textContent ?? '';
      });
      if (name.test(label)) return;
    }
    throw new Error(`The keyboard does not reach ${name}.`);
  };

  await page.goto('/login');
  await expect(page.getByLabel('WORK EMAIL')).toBeVisible();
  await tabTo(/WORK EMAIL/);
  await page.keyboard.type(product.signIn.email);
  await tabTo(/PASSWORD/);
  await page.keyboard.type(product.signIn.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await tabTo(/^Skip to content$/);
  await tabTo(/^Call History$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Call Logs' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await tabTo(/^(Outbound|Inbound)$/);
  // Row by row, to the call that was made first.
  const isReached = () =>
    page.evaluate((id) => document.activeElement?.id.includes(id) ?? false, things.callId);
  for (let rows = 0; rows < 10 && !(await isReached()); rows += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Call Details' })).toBeFocused();

  await tabTo(/^Play recording$/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause recording' })).toBeFocused();
  await page.keyboard.press('Space');
  const audio = page.locator('audio');
  const at = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await tabTo(/^Place in the recording$/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(at).toBeCloseTo(5, 0);
  const { turns } = await api.getCall(things.callId);
  await tabTo(/can I stop you there/);
  await page.keyboard.press('Enter');
  const seeked = turns.find((turn) => turn.text.includes('can I stop you there'))!;
  await expect.poll(at).toBeGreaterThanOrEqual(seeked.startMs / 1000 - 0.05);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Call Details' })).toBeHidden();
  await expect(page.locator('*:focus')).toHaveText('Outbound');
});

test('the account menu is opened, walked and left by keys, and logging out works', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.goto('/app/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Team' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});
