import { StandIn } from '@parley/carriers/twilio/testing/stand-in';
import { StandInShop } from '@parley/carriers/twilio/testing/stand-in-shop';
import { expect, type Page } from '@playwright/test';
import { seed } from './database.ts';
import { expectAccessible } from './expect-accessible.ts';
import { SipProvider } from './sip-provider.ts';
import { gate, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

const listPath = /\/api\/v1\/phone-numbers\?/;
const onePath = '**/api/v1/phone-numbers/num_*';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('[NUM-1][NUM-2] the table tells name, number, flag and area, ten a page; none can be bought', async ({
  page,
  product,
}) => {
  const others = ['+12125550142', '+15125550143', '+919876543210', '+442079460018', '+19995550144'];
  await seed(product, async (db) => {
    for (const [at, e164] of [...others, ...[5, 6, 7, 8, 9].map((n) => `+1415555015${n}`)].entries())
      await db.query(
        `insert into phone_numbers (id, workspace_id, e164, name, created_at)
         select $1, workspace_id, $2, 'Line ' || $3::int, created_at + make_interval(secs => $3::int)
         from phone_numbers where e164 = '+14155550100'`,
        [`num_00000000000000000000${String(at).padStart(2, '0')}`, e164, at + 1],
      );
  });
  await page.goto('/app/phone-numbers');
  await expect(page.getByText('Page 1 of 2 (Total 11 records)')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  const demo = row(page, '+1(415)555–0100');
  await expect(demo).toContainText('Primary Line');
  await expect(demo).toContainText('California');
  await expect(demo.getByRole('img', { name: 'US' })).toBeVisible();
  await expect(row(page, '+1(212)555–0142')).toContainText('New York');
  await expect(row(page, '+1(512)555–0143')).toContainText('Texas');
  await expect(row(page, '+1(999)555–0144')).toContainText('999 Area');
  await expect(row(page, '+919876543210').getByRole('img', { name: 'India' })).toBeVisible();
  await expect(row(page, '+442079460018').locator('img')).toHaveCount(0);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2 (Total 11 records)')).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  // The last of the last page: what is left is shown.
  await page.getByRole('button', { name: 'Delete +1(415)555–0159' }).click();
  await expect(page.getByText('Page 1 of 1 (Total 10 records)')).toBeVisible();

  const buy = page.getByRole('button', { name: '+ Buy Number' });
  await expect(buy).toBeDisabled();
  await buy.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Coming Soon');

  await page.route(listPath, (route) =>
    route.fulfill({ json: { success: true, data: [], total: 0, message: '' } }),
  );
  await page.reload();
  await expect(page.getByText('No phone numbers found')).toBeVisible();
});

test('[NUM-3] name and agents of a number are chosen in its drawer, and only agents that are on', async ({
  page,
  api,
}) => {
  const reminders = await api.findAgentId('reminders');
  await api.send('PATCH', `/voice-agent/${reminders}`, { agent_state: 'inactive' });
  await api.send('PUT', `/phone-numbers/${await findDemo(api)}`, {
    inbound_agent_id: null,
    outbound_agent_id: null,
  });
  await page.goto('/app/phone-numbers');
  await expect(row(page, '+1(415)555–0100')).toContainText('Nobody answers');
  const open = () => page.getByRole('button', { name: 'Edit +1(415)555–0100' }).click();
  await open();
  const drawer = page.getByRole('dialog', { name: 'Settings for +1(415)555–0100' });
  const inbound = drawer.getByRole('combobox', { name: 'Inbound agent' });
  await expect(inbound).toHaveValue('Unassigned');
  await expect(drawer.getByRole('combobox', { name: 'Outbound agent' })).toHaveValue('Unassigned');
  await expect(drawer.getByText(/^sip:\+14155550100@/)).toBeVisible();
  await inbound.click();
  await expect(page.getByRole('option')).toHaveText(['Unassigned', 'Riverside Dental reception']);
  await page.getByRole('option', { name: 'Riverside Dental reception' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Give the number a name.')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Front desk');

  await page.route(onePath, (route) => route.fulfill({ status: 500, json: {} }));
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Failed to save changes')).toBeVisible();
  await page.unroute(onePath);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Phone number agent settings updated successfully')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(row(page, '+1(415)555–0100')).toContainText('Front desk');
  await expect(row(page, '+1(415)555–0100')).toContainText('Riverside Dental reception');

  await open();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Not kept');
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toBeHidden();
  await expect(row(page, 'Front desk')).toBeVisible();
});

test('[NUM-4] a number is added, deleted at once without a question, and put back when that fails', async ({
  page,
}) => {
  await page.goto('/app/phone-numbers');
  await page.getByRole('button', { name: 'Add simulated number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add simulated number' });
  await dialog.getByRole('textbox', { name: 'Number' }).fill('+1 415 867 5309');
  await dialog.getByRole('button', { name: 'Add number' }).click();
  await expect(dialog.getByText('No real phone has one of these.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Number' }).fill('(303) 555-0177');
  await dialog.getByRole('button', { name: 'Add number' }).click();
  const added = row(page, '+1(303)555–0177');
  await expect(added).toContainText('Colorado');

  const held = gate();
  await page.route(onePath, async (route) => {
    await held.opened;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.getByRole('button', { name: 'Delete +1(303)555–0177' }).click();
  await expect(added).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  held.open();
  await expect(toast(page, 'Failed to delete phone number.')).toBeVisible();
  await expect(added).toBeVisible();
  await page.unroute(onePath);
  await page.getByRole('button', { name: 'Delete +1(303)555–0177' }).click();
  await expect(added).toBeHidden();
  await page.reload();
  await expect(row(page, '+1(415)555–0100')).toBeVisible();
  await expect(added).toBeHidden();

  await page.route(listPath, (route) => route.fulfill({ json: { success: true } }));
  await page.reload();
  await expect(page.getByText('Failed to fetch phone numbers: Invalid response format.')).toBeVisible();
  await page.unroute(listPath);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(row(page, '+1(415)555–0100')).toBeVisible();
});

test('a SIP trunk is connected, mended, its number verified by a test ring, and both go when it is removed', async ({
  page,
  product,
}) => {
  const provider = await SipProvider.open();
  provider.registrationStatus = 403;
  await seed(product, async (db) => {
    await db.query(`delete from phone_numbers where e164 <> '+14155550100'`);
  });
  await page.goto('/app/phone-numbers');
  const trunks = page.getByRole('region', { name: 'Phone providers' });
  await expect(trunks.getByText('Nothing is connected yet.')).toBeVisible();
  await trunks.getByRole('button', { name: 'Connect a SIP trunk' }).click();
  const form = page.getByRole('dialog', { name: 'Connect a SIP trunk' });
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form.getByText('Server is required')).toBeVisible();
  await form.getByLabel('Server').fill(provider.address);
  await form.getByRole('textbox', { name: 'User name', exact: true }).fill('alice');
  await form.getByLabel('Password', { exact: true }).fill('wrong');
  await form.getByRole('switch', { name: 'Register' }).press('Space');
  await form.getByRole('textbox', { name: 'Numbers', exact: true }).fill('+1 303 555 0181, 100');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Head office');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(trunks.getByText('The registrar refused the user name or password (SIP 403).')).toBeVisible();
  await expect(trunks.getByText('Not working')).toBeVisible();

  provider.registrationStatus = 200;
  await trunks.getByRole('button', { name: 'Change Head office' }).click();
  const changed = page.getByRole('dialog', { name: 'Head office' });
  await expect(changed.getByLabel('Server')).toHaveValue(provider.address);
  await changed.getByLabel('Password', { exact: true }).fill('right');
  await changed.getByRole('button', { name: 'Save' }).click();
  await expect(trunks.getByText('Registered', { exact: true })).toBeVisible();
  await expect(row(page, '+1(303)555–0181')).toContainText('Not verified yet');

  await trunks.getByRole('button', { name: 'Test ring of +1(303)555–0181' }).click();
  const ringing = page.getByRole('dialog', { name: 'Test ring of +1(303)555–0181' });
  await expect(ringing.getByText(/Waiting for the call, [12]:\d\d left/)).toBeVisible();
  await expectAccessible(page);
  provider.ring(product.sipPort, '+14155550199', '+13035550181');
  await expect(
    ringing.getByText(/The call from \+1\(415\)555-0199 came in through Head office/),
  ).toBeVisible();
  await ringing.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, '+1(303)555–0181')).toContainText('by a call from +1(415)555-0199');
  await expectAccessible(page);

  await trunks.getByRole('button', { name: 'Remove Head office' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Head office?' });
  await expect(question.getByText(/^\+1\(303\)555–0181 goes with it/)).toBeVisible();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(trunks.getByText('Nothing is connected yet.')).toBeVisible();
  await expect(row(page, '+1(303)555–0181')).toBeHidden();
  await expect(row(page, '+1(415)555–0100')).toBeVisible();
  await provider.close();
});

test('[NUM-2] a number is found, bought, given its agent, and given back to its carrier', async ({
  page,
  api,
}) => {
  const account = await StandIn.open();
  const shop = new StandInShop();
  account.addRoutes(shop.routes);
  shop.offer('+15105550101');
  shop.balance = 0;
  const connected = await api.send('POST', '/connections', {
    ...{ vendor: 'twilio', name: 'Head office', settings: account.settings },
  });
  const { connection } = (await connected.json()) as { connection: { id: string } };
  await page.goto('/app/phone-numbers');
  await page.getByRole('button', { name: '+ Buy Number' }).click();
  const search = page.getByRole('dialog', { name: 'Buy a number' });
  await expect(search.getByRole('listitem')).toHaveText(/\+1\(510\)555–0101Oakland, CA\$1.15 a monthBuy/);
  await expectAccessible(page);
  await search.getByRole('textbox', { name: 'Area code' }).fill('999');
  await page.keyboard.press('Enter');
  await expect(search.getByText('No numbers found. Try another area code.')).toBeVisible();
  await search.getByRole('textbox', { name: 'Area code' }).fill('510');
  await search.getByRole('button', { name: 'Search' }).click();
  await search.getByRole('button', { name: 'Buy +1(510)555–0101' }).click();

  const question = page.getByRole('dialog', { name: 'Buy +1(510)555–0101?' });
  await expect(question.getByText(/It costs \$1\.15 a month, charged through Head office/)).toBeVisible();
  // The button has the focus.
  await page.keyboard.press('Enter');
  await expect(question.getByText(/Head office refused: Your account balance is too low/)).toBeVisible();
  await expectAccessible(page);
  // Closed before the answer came: it is told all the same.
  const answer = gate();
  await page.route('**/api/v1/number-shops/*/numbers', async (route) => {
    if (route.request().method() === 'POST') await answer.opened;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Buy for $1.15 a month' }).click();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  answer.open();
  await expect(toast(page, /Head office refused: Your account balance is too low/)).toBeVisible();
  await page.getByRole('button', { name: '+ Buy Number' }).click();
  await search.getByRole('button', { name: 'Buy +1(510)555–0101' }).click();
  shop.balance = 10;
  await question.getByRole('button', { name: 'Buy for $1.15 a month' }).click();
  const done = page.getByRole('dialog', { name: '+1(510)555–0101 is yours' });
  await done.getByRole('button', { name: 'Choose its agents' }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings for +1(510)555–0101' });
  await drawer.getByRole('combobox', { name: 'Inbound agent' }).click();
  await page.getByRole('option', { name: 'Riverside Dental reception' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, '+1(510)555–0101')).toContainText('Riverside Dental reception');
  // Calls to it are led here.
  await expect.poll(() => account.account.numbers[0]?.voice_url).toContain(connection.id);

  await page.getByRole('button', { name: 'Delete +1(510)555–0101' }).click();
  const leaving = page.getByRole('dialog', { name: 'Delete +1(510)555–0101?' });
  await expect(leaving.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await leaving.getByRole('radio', { name: 'Give it back to the carrier' }).check();
  await leaving.getByRole('button', { name: 'Give back' }).click();
  await expect(toast(page, '+1(510)555–0101 is given back.')).toBeVisible();
  await expect(row(page, '+1(510)555–0101')).toBeHidden();
  expect(account.account.numbers).toEqual([]);
  await api.send('DELETE', `/connections/${connection.id}`);
  await account.close();
});

async function findDemo(api: { get: <Answer>(path: string) => Promise<Answer> }): Promise<string> {
  const { data } = await api.get<{ data: { id: string; phone: string }[] }>('/phone-numbers');
  return data.find(({ phone }) => phone === '+14155550100')!.id;
}
