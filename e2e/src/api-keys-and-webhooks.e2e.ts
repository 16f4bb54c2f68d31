import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

test('a key is made, shown once, does what it may and nothing else, and stops when it is revoked', async ({
  page,
  product,
}) => {
  await page.goto('/app/api-keys');
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByText('Give the key a name.')).toBeVisible();
  await expect(dialog.getByText('Choose at least one thing the key may do.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Reports');
  await dialog
    .getByRole('radiogroup', { name: 'Access to Calls' })
    .getByText('Read', { exact: true })
    .click();
  await dialog.getByRole('button', { name: 'Create API key' }).click();

  await expect(dialog.getByText('You will see this key only once')).toBeVisible();
  const secret = await dialog.getByText(/^pky_/).innerText();
  await expect(dialog.getByText(`curl ${product.url}/api/v1/call-logs`)).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row', { name: /Reports/ });
  await expect(row).toContainText('Reads calls');
  await expect(row).toContainText('Active');
  await expect(page.getByText(secret)).toHaveCount(0);

  const ask = async (method: string, path: string): Promise<number> => {
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    return answer.status;
  };
  expect(await ask('GET', '/call-logs')).toBe(200);
  expect(await ask('GET', '/voice-agent')).toBe(403);
  expect(await ask('POST', '/api-keys')).toBe(403);
  await page.reload();
  await expect(row).toContainText('just now');

  await row.getByRole('button', { name: 'Actions for Reports' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Reports was revoked.')).toBeVisible();
  await expect(row).toContainText('Revoked');
  expect(await ask('GET', '/call-logs')).toBe(401);
});

type Received = { headers: IncomingHttpHeaders; body: string };

test('a webhook is added, is sent signed events of real calls, and its deliveries can be read and sent again', async ({
  page,
  api,
}) => {
  const received: Received[] = [];
  let status = 200;
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"received":true}');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/parley`;

  await page.goto('/app/webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://169.254.169.254/');
  await dialog.getByLabel('Name').fill('Customer system');
  await dialog.getByLabel('A call starts').check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText(/Events cannot be sent to this address/)).toBeVisible();
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByRole('button', { name: 'Done' }).click();

  await api.placeTestCall('+14155550180');
  const typesOf = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  await expect
    .poll(typesOf, { timeout: 90_000 })
    .toEqual(expect.arrayContaining(['call.started', 'call.ended']));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  for (const { headers, body } of received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  }

  status = 500;
  await page.reload();
  const row = page.getByRole('row', { name: /Customer system/ });
  await expect(row).toContainText('Delivered');
  await row.getByRole('button', { name: 'Actions for Customer system' }).click();
  await page.getByRole('menuitem', { name: 'Send test event' }).click();
  const drawer = page.getByRole('dialog', { name: 'Deliveries' });
  const failed = drawer.getByRole('button', { name: /webhook\.test/ });
  await expect(failed).toContainText('The server answered 500', { timeout: 60_000 });
  status = 200;
  await failed.click();
  await expect(drawer.getByRole('region', { name: 'What was sent' })).toContainText('"type": "webhook.test"');
  await expect(drawer.getByText('1. Answer 500')).toBeVisible();
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await expect(drawer.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 });
  await drawer.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('switch', { name: 'Customer system: switched on' }).press('Space');
  await expect(toast(page, 'Customer system is switched off.')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Customer system' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  receiver.closeAllConnections();
  receiver.close();
});
