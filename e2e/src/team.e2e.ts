import { type Browser, expect, type Page } from '@playwright/test';
import { invitationInMail, readFromMail, registerAccount } from './outbox.ts';
import type { Product } from './product.ts';
import { openSession, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct({ REQUESTS_PER_MINUTE: '12000' });

/** A browser of somebody else. */
async function openOther(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  return await context.newPage();
}

/** Invites on the team screen, and reads where the mailed link leads. */
async function invite(page: Page, product: Product, given: { email: string; role: string }): Promise<string> {
  await page.goto('/app/team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByRole('combobox', { name: 'Emails' }).fill(given.email);
  await dialog.getByRole('radio', { name: given.role }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('listitem', { name: given.email })).toBeVisible();
  return await readFromMail(product, { to: given.email, pattern: invitationInMail });
}

/** Opens a member's menu of roles and gives them another. */
async function giveRole(page: Page, member: string, role: string): Promise<void> {
  await page.getByRole('button', { name: `Role of ${member}` }).click();
  await page.getByRole('menuitem', { name: role }).click();
  await page.getByRole('button', { name: `Make a${/^[AEO]/.test(role) ? 'n' : ''} ${role}` }).click();
  await expect(toast(page, `${member} is a`)).toBeVisible();
}

test('an invited person signs up by the mailed link, sees what the role does not allow with the reason, and is out at once when removed', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product);
  const link = await invite(page, product, { email: 'vera@example.com', role: 'Viewer' });

  const other = await openOther(browser, product);
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1, name: 'Join Demo workspace' })).toBeVisible();
  await expect(other.getByLabel('WORK EMAIL')).toHaveValue('vera@example.com');
  await other.getByRole('button', { name: 'Create account and join' }).click();
  await expect(other.getByText('First name is required')).toBeVisible();
  await other.getByLabel('FIRST NAME').fill('Vera');
  await other.getByLabel('LAST NAME').fill('View');
  await other.getByLabel('PASSWORD', { exact: true }).fill('Correct-horse1!');
  await other.getByRole('button', { name: 'Create account and join' }).click();
  await expect(other).toHaveURL('/app/dashboard');

  // Disabled with the reason: it has the focus, is described, and does nothing.
  await other.goto('/app/voice-agents');
  const reason = 'Your role Viewer does not allow this. Ask an owner or admin.';
  const create = other.getByRole('button', { name: 'Create Agent' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await expect(create).toHaveAccessibleDescription(reason);
  await create.focus();
  await expect(other.getByRole('tooltip', { name: reason })).toBeVisible();
  await other.keyboard.press('Enter');
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(
    other.getByRole('button', { name: 'Test Voice Agent: Riverside Dental reception' }),
  ).toHaveAccessibleDescription(reason);
  await other.getByRole('button', { name: 'Actions for Riverside Dental reception' }).click();
  await expect(other.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await other.keyboard.press('Escape');
  await other.getByRole('link', { name: 'Riverside Dental reception' }).click();
  await expect(other.getByText(reason).first()).toBeVisible();
  await expect(other.getByLabel('Agent Prompt')).toBeDisabled();
  await other.goto('/app/team?view=activity');
  await expect(other.getByText('Activity is for owners and admins')).toBeVisible();

  // A new role counts on the open screen.
  await other.goto('/app/voice-agents');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await giveRole(page, 'Vera View', 'Editor');
  await expect(create).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });

  // Removed: the open screen ends by itself.
  await page.getByRole('button', { name: 'Actions for Vera View' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('listitem', { name: 'Vera View' })).toBeHidden();
  await expect(other).toHaveURL(/\/login/, { timeout: 60_000 });
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(other.getByText('was accepted already')).toBeVisible();

  // The trail tells it in sentences.
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('list', { name: 'Activity' });
  await expect(activity).toContainText('Demo User removed Vera View from the workspace');
  await expect(activity).toContainText('Role: Viewer → Editor');
  await expect(activity).toContainText('Vera View joined the workspace');
  await expect(activity).toContainText('Demo User invited vera@example.com');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nobody changed anything that fits these filters.')).toBeVisible();
});

test('somebody with an account joins, switches between workspaces, and leaves; an invitation is withdrawn', async ({
  page,
  product,
  browser,
}) => {
  const other = await openOther(browser, product);
  const account = await registerAccount(other, product);
  await openSession(page, product);
  const link = await invite(page, product, { email: account.email, role: 'Supervisor' });

  // Signed in as the invited: one click.
  await other.goto(link);
  await other.getByRole('button', { name: 'Join Demo workspace' }).click();
  await expect(other).toHaveURL('/app/dashboard');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await expect(other.getByRole('menuitem', { name: 'Demo workspace, open now' })).toBeVisible();
  // Another workspace is a new start of the app.
  const started = other.waitForEvent('load');
  await other.getByRole('menuitem', { name: "Switch to Ada's workspace" }).click();
  await started;
  await other.getByRole('button', { name: 'Account menu' }).click();
  await expect(other.getByRole('menuitem', { name: "Ada's workspace, open now" })).toBeVisible();
  await other.goto('/app/voice-agents');
  await expect(other.getByText('No agents yet')).toBeVisible();
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Switch to Demo workspace' }).click();
  await expect(other).toHaveURL('/app/dashboard');

  // The last owner stays; others leave.
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Demo User' }).click();
  await expect(page.getByRole('menuitem', { name: 'Leave the workspace' })).toHaveAccessibleDescription(
    'A workspace always has an owner. Make somebody else an owner first.',
  );
  await page.keyboard.press('Escape');
  await other.goto('/app/team');
  await other.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await other.getByRole('menuitem', { name: 'Leave the workspace' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(other).toHaveURL(/\/login/);

  // A withdrawn link is dead, and another user's link is not theirs.
  const second = await invite(page, product, { email: 'wanda@example.com', role: 'Editor' });
  await page.goto(second);
  await expect(page.getByRole('alert')).toContainText('was sent to wanda@example.com');
  await page.goto('/app/team');
  await page.getByRole('button', { name: 'Withdraw the invitation of wanda@example.com' }).click();
  await expect(page.getByRole('listitem', { name: 'wanda@example.com' })).toBeHidden();
  await other.goto(second);
  await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  // A name for the workspace is seen at once.
  await page.getByLabel('Workspace name').fill('Dental care');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Dental care · 1 member')).toBeVisible();
});
