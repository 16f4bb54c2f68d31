import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { gate, signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

/** Rings, asks for the opening hours and for the address, and says goodbye: see the simulated network's directory. */
const maria = '+14155550100';
const whitening =
  '<!doctype html><title>Our prices</title><h1>Prices</h1><p>Whitening costs 250 dollars.</p>';

/** A web site with one page, which answers when the gate is open and says what it is told. */
const site = { base: '', page: whitening, status: 200, held: gate() };
let server: Server | undefined;

test.beforeAll(async () => {
  const opened = createServer((request, answer) => {
    if (request.url !== '/prices') return void answer.writeHead(404).end();
    void site.held.opened.then(() =>
      answer.writeHead(site.status, { 'content-type': 'text/html' }).end(site.page),
    );
  });
  server = opened;
  await new Promise<void>((resolve) => {
    opened.listen(0, '127.0.0.1', resolve);
  });
  site.base = `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});
test.beforeEach(({ page, product }) => signIn(page, product));

/** Has an agent ring Maria that knows one knowledge base and nothing else; resolves when she is being rung. */
async function startKnowingCall(api: ApiClient): Promise<string> {
  const known = await api.send('POST', '/knowledge-base', {
    name: 'For calls',
    knowledge_base_texts: [
      { title: 'Opening hours', text: 'We are open every day from 7 am to 9 pm.' },
      { title: 'Team', text: 'Doctor Weber speaks German.' },
    ],
  });
  const { data } = (await known.json()) as { data: { id: string } };
  const listStates = async () =>
    (await api.get<{ data: KnowledgeBase }>(`/knowledge-base/${data.id}`)).data.items.map(
      ({ state }) => state,
    );
  await expect.poll(listStates, { timeout: 60_000 }).toEqual(['ready', 'ready']);
  const made = await api.send('POST', '/voice-agent', { agent_name: 'Knowing', agent_type: 'outbound' });
  const { agent_uuid } = (await made.json()) as { agent_uuid: string };
  const saved = await api.send('PUT', `/voice-agent/${agent_uuid}`, {
    agent_prompt: 'You are Mia, the receptionist of a dentist.',
    agent_kb: [data.id],
  });
  const { agent } = (await saved.json()) as { agent: { version: number } };
  await api.send('POST', `/voice-agent/${agent_uuid}/publish`, { version: agent.version });
  return await api.placeTestCall(maria, 'Knowing');
}

const list = (page: Page) => page.getByRole('region', { name: 'Knowledge List' });

test('[KB-1][KB-2][KB-3][KB-4] a knowledge base is created from a text, a page and files, whose reading is followed, and is used in a call', async ({
  page,
  api,
}) => {
  let isBroken = true;
  await page.route('**/api/v1/knowledge-base', async (route) =>
    isBroken
      ? await route.fulfill({ status: 503, json: { errors: ['The disk is full.'] } })
      : await route.continue(),
  );
  await page.goto('/app/knowledge-base');
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load knowledge bases' });
  await expect(failed).toBeVisible({ timeout: 60_000 });
  isBroken = false;
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Add Brain to your Agent' })).toBeVisible();
  // It rings while the rest is looked at.
  const calling = startKnowingCall(api);
  await page.getByRole('button', { name: 'Create Knowledge Base' }).first().click();

  const dialog = page.getByRole('dialog', { name: 'Create Knowledge Base' });
  const create = dialog.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await expect(dialog.getByText('Knowledge base name is required')).toBeVisible();
  await expect(dialog.getByText('Please add at least one document or web page')).toBeVisible();
  await dialog.getByLabel('Name').fill('a'.repeat(101));
  await expect(dialog.getByText('Knowledge base name must be 100 characters or less')).toBeVisible();
  await dialog.getByLabel('Name').fill('Riverside Dental');

  await dialog.getByRole('button', { name: 'Add text' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expect(dialog.getByText('Content is required')).toBeVisible();
  await expect(dialog.getByText('0/10,000 characters')).toBeVisible();
  await dialog.getByLabel('Title').fill('T'.repeat(201));
  await expect(dialog.getByLabel('Title')).toHaveValue('T'.repeat(200));
  await dialog.getByLabel('Content').fill('a'.repeat(10_001));
  await expect(dialog.getByText('10,001/10,000 characters')).toBeVisible();
  await expect(dialog.getByText('Content must be 10,000 characters or less')).toBeVisible();
  await dialog.getByLabel('Title').fill('Opening hours');
  await dialog.getByLabel('Content').fill('We are open every day from 7 am to 9 pm.');
  await expect(dialog.getByText('40/10,000 characters')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add text' }).click();

  await dialog.getByText('Web page', { exact: true }).click();
  const addPage = dialog.getByRole('button', { name: 'Add web page' });
  await addPage.click();
  await expect(dialog.getByText('URL is required')).toBeVisible();
  await dialog.getByLabel('Web page URL').fill('example.com');
  await expect(
    dialog.getByText('Please enter a valid URL (starting with http:// or https://)'),
  ).toBeVisible();
  await dialog.getByLabel('Web page URL').fill(`${site.base}/mistaken`);
  await addPage.click();
  await dialog.getByRole('button', { name: `Remove ${site.base}/mistaken` }).click();
  await dialog.getByLabel('Web page URL').fill(`${site.base}/prices`);
  await addPage.click();
  await dialog.getByText('Files', { exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'notes.exe', mimeType: 'text/plain', buffer: Buffer.from('a') },
    {
      name: 'Team.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Team\nDoctor Weber speaks German.'),
    },
  ]);
  await expect(dialog.getByText('Files of this type cannot be read.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove notes.exe' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['Opening hours', `${site.base}/prices`, 'Team.md']);

  isBroken = true;
  await create.click();
  await expect(toast(page, 'The disk is full.')).toBeVisible();
  await page.unroute('**/api/v1/knowledge-base');
  await page.route('**/api/v1/knowledge-base', (route) => route.abort(), { times: 1 });
  await create.click();
  await expect(toast(page, 'Failed to create knowledge base')).toBeVisible();
  await create.click();
  await expect(toast(page, 'Knowledge base created successfully!')).toBeVisible();

  const detail = page.getByRole('region', { name: 'Riverside Dental' });
  const files = detail.getByRole('region', { name: 'Files', exact: true });
  const file = files.getByRole('listitem').filter({ hasText: 'Team.md' });
  await expect(file.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expect(detail.getByText('Reading: 2 of 3 done')).toBeVisible();
  await expect(list(page).getByRole('button', { name: /Riverside Dental/ })).toContainText('Reading: 2 of 3');
  site.held.open();
  const reference = detail.getByRole('listitem').filter({ hasText: `${site.base}/prices` });
  await expect(reference.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await expect(reference).toContainText('Our prices');
  await expect(reference).toContainText('1 passage');
  await expect(reference.getByRole('link')).toHaveAttribute('href', `${site.base}/prices`);

  await detail.getByLabel('Try a question').fill('How much is whitening?');
  const found = detail.getByRole('list', { name: 'Passages found' }).getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Whitening costs 250 dollars.');
  await detail.getByLabel('Try a question').fill('quantum chromodynamics');
  await expect(detail.getByText('Nothing here fits this question.')).toBeVisible();

  // A file that is not what it is called is refused with the reason; one is replaced, and one removed.
  const drop = detail.getByRole('region', { name: 'Files to add' });
  await drop.locator('input[type=file]').setInputFiles({
    name: 'Hours.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('We open at nine.'),
  });
  const refused = files.getByRole('listitem').filter({ hasText: 'Hours.pdf' });
  await expect(refused).toContainText('called PDF, but it holds plain text');
  await refused.getByRole('button', { name: 'Dismiss Hours.pdf' }).click();
  await expect(refused).toBeHidden();
  const choosing = page.waitForEvent('filechooser');
  await file.getByRole('button', { name: 'Replace Team.md' }).press('Enter');
  await (await choosing).setFiles({
    name: 'Doctors.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Doctor Lin speaks Mandarin.'),
  });
  const replaced = files.getByRole('listitem').filter({ hasText: 'Doctors.txt' });
  await expect(replaced.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await detail.getByLabel('Try a question').fill('Who speaks Mandarin?');
  await expect(found).toHaveText(/Doctor Lin speaks Mandarin\.From Doctors\.txt · by its words/);
  await replaced.getByRole('button', { name: 'Remove Doctors.txt' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this file?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(replaced).toBeHidden();
  await reference.getByLabel(/again every week/).click();
  await expect(reference.getByLabel(/again every week/)).toBeChecked();

  // A page that cannot be read anew keeps what was read, and says why.
  site.status = 500;
  await reference.getByRole('button', { name: /again$/ }).click();
  await expect(reference.getByText('Not updated')).toBeVisible({ timeout: 60_000 });
  await expect(reference).toContainText(
    'The page answered with status 500. Agents use what was read before.',
  );
  site.status = 200;
  await detail.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add web page' }).click();
  const adding = page.getByRole('dialog', { name: 'Add web page' });
  await adding.getByLabel('Web page URL').fill(`${site.base}/gone`);
  await adding.getByRole('button', { name: 'Add web page' }).click();
  const gone = detail.getByRole('listitem').filter({ hasText: '/gone' });
  await expect(gone.getByText('Not read')).toBeVisible({ timeout: 60_000 });
  await expect(gone).toContainText('The page answered with status 404.');
  await expect(detail.getByText('1 of 3 could not be read')).toBeVisible();
  await gone.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(gone).toBeHidden();
  await expect(reference.getByLabel(/again every week/)).toBeChecked();

  // What only the knowledge base knows was said in the call, and the call log says where from.
  const id = await calling;
  const call = await api.waitForCall(({ call_status }) => call_status === 'ended', { id, timeoutMs: 60_000 });
  const said = call.turns.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
  expect(said.join('\n')).toContain('7 am to 9 pm');
  expect(said.join('\n')).not.toContain('German');
  await page.goto(`/app/call-history?call=${id}`);
  const record = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  const lookedUp = record.getByRole('listitem').filter({ hasText: 'Looked up' }).first();
  await expect(lookedUp).toContainText('Opening hours');
});

test('[KB-1][KB-2] the first is selected, another shows that it loads, texts are changed, and one is deleted', async ({
  page,
  api,
}) => {
  const texts = [{ title: 'Parking', text: 'Parking is behind the house.' }];
  for (const name of ['Older', 'Newest'])
    await api.send('POST', '/knowledge-base', { name, knowledge_base_texts: texts });
  await page.clock.install();
  await page.goto('/app/knowledge-base');
  const items = list(page).getByRole('button');
  await expect(items.first()).toHaveAttribute('aria-current', 'true');
  const first = await items
    .first()
    .locator('p, span')
    .filter({ hasText: /^(Older|Newest)$/ })
    .first()
    .innerText();
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible();
  await expect(items.first()).toContainText('Mixed');
  await expect(items.first()).toContainText(/Updated \w{3} \d{1,2}, \d{4}/);

  const other = first === 'Older' ? 'Newest' : 'Older';
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const loaded = page.waitForResponse(/\/knowledge-base\/kb_\w+$/);
  await items.filter({ hasText: other }).click();
  await expect(page.getByRole('status', { name: 'Loading knowledge base' })).toBeVisible();
  await (await loaded).finished();
  await page.clock.runFor(299);
  await expect(page.getByRole('status', { name: 'Loading knowledge base' })).toBeVisible();
  await page.clock.runFor(1);
  await expect(page.getByRole('status', { name: 'Loading knowledge base' })).toBeHidden();
  await page.clock.resume();
  const detail = page.getByRole('region', { name: other, exact: true });

  await detail.getByRole('button', { name: 'Edit Parking' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit text' });
  await editing.getByLabel('Content').fill('Parking costs nothing.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(detail.getByText('Parking costs nothing.')).toBeVisible();
  await detail.getByRole('button', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename knowledge base' });
  await renaming.getByLabel('Name').fill('Cars');
  await renaming.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('region', { name: 'Cars', exact: true });
  await renamed.getByRole('button', { name: 'Remove Parking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(renamed.getByRole('heading', { name: 'No Content Available' })).toBeVisible();

  const remove = async () => {
    await renamed.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await page.route('**/api/v1/knowledge-base/kb_*', (route) => route.abort(), { times: 1 });
  await remove();
  await expect(toast(page, 'Failed to delete knowledge base')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Knowledge base deleted successfully!')).toBeVisible();
  await expect(renamed).toBeHidden();
  await expect(list(page).getByText('Cars')).toBeHidden();
});
