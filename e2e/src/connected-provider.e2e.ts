import { StandIn as VoiceStandIn } from '@parley/providers/elevenlabs/stand-in';
import { StandIn } from '@parley/providers/openai/stand-in';
import { replies } from '@parley/providers/openai/stand-in-replies';
import { expect } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { gate, signIn, withProduct } from './with-product.ts';

const test = withProduct();

type Chat = { messages?: { role: string; content: string }[]; response_format?: { type: string } };

/** A language model that has one answer to opening hours, takes leave, and reviews calls. */
function answerLikeAModel(vendor: StandIn): void {
  vendor.answerWith(({ json }) => {
    const { messages = [], response_format: format } = json as Chat;
    if (format?.type === 'json_object') {
      const review = {
        summary: 'The customer asked for the hours.',
        sentiment: 'neutral',
        disposition: 'completed',
      };
      return replies.chat({ text: [JSON.stringify(review)] });
    }
    const last = messages.findLast((message) => message.role === 'user')?.content ?? '';
    if (/goodbye/i.test(last)) {
      return replies.chat({
        text: ['Goodbye', '!'],
        toolCalls: [{ id: 'call_1', name: 'end_call', argumentPieces: ['{}'] }],
      });
    }
    return replies.chat({ text: ['The model says', ' we open at', ' nine. '], firstChunkMs: 100 });
  });
}

async function connect(api: ApiClient, vendor: StandIn): Promise<string> {
  const settings = {
    apiKey: 'sk-test',
    baseUrl: vendor.baseUrl,
    chatModel: 'm',
    transcriptionModel: '',
    speechModel: '',
  };
  const answer = await api.send('POST', '/connections', { vendor: 'openai', name: 'Stand-in', settings });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { connection: { id: string } }).connection.id;
}

test('a connected language model leads the call, ends it, and writes its summary', async ({ api }) => {
  const vendor = await StandIn.open('sk-test');
  answerLikeAModel(vendor);
  const connectionId = await connect(api, vendor);
  const id = await api.placeTestCall('+12125550100');
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  expect(call.transcription).toContain('Agent: The model says we open at nine.');
  expect(call.end_reason).toBe('goodbye');
  expect(call).toMatchObject({
    call_summary: 'The customer asked for the hours.',
    user_sentiment: 'neutral',
  });
  // Nobody who has Dorothy is connected.
  expect(call.notes.filter(({ kind }) => kind === 'voice')).toEqual([
    expect.objectContaining({
      text: 'Dorothy is not connected, so the agent speaks as Built-in woman (Built in).',
    }),
  ]);
  expect(vendor.requests.every((request) => request.authorization === 'Bearer sk-test')).toBe(true);
  await api.send('DELETE', `/connections/${connectionId}`);
  await vendor.close();
});

test('a language model that fails for good is apologised for aloud, and the end says so', async ({ api }) => {
  const vendor = await StandIn.open('another-key');
  const connectionId = await connect(api, vendor);
  const id = await api.placeTestCall('+12125550100');
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  expect(call.transcription).toContain('I am sorry, I have a technical problem');
  expect(call.end_reason).toBe('provider_failed');
  expect(call.notes).toContainEqual(
    expect.objectContaining({ kind: 'provider_failed', text: expect.stringContaining('authentication') }),
  );
  expect(call.call_summary).not.toBe('');
  await api.send('DELETE', `/connections/${connectionId}`);
  await vendor.close();
});

test('a provider is connected, tried, changed and removed on its screen, and speaks in calls', async ({
  page,
  product,
  api,
}) => {
  const vendor = await VoiceStandIn.open('el-right');
  const dorothy = 'ThT5KcBeYPX3keUQqHPh';
  vendor.voices = [{ voice_id: dorothy }, { voice_id: 'Xb7hH8MSUJpSbSDYk0k2' }];
  await signIn(page, product);
  const held = gate();
  await page.route('**/api/v1/vendors', async (route) => {
    await held.opened;
    await route.fulfill({ status: 403, json: {} });
  });
  await page.goto('/app/integrations');
  await page.getByRole('link', { name: 'Speech and language providers' }).click();
  await expect(page.getByRole('status', { name: 'Loading providers' })).toBeVisible();
  held.open();
  await expect(page.getByText('Failed to load providers. Please try again.')).toBeVisible({
    timeout: 60_000,
  });
  await page.unroute('**/api/v1/vendors');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Nothing of your own is connected yet.')).toBeVisible();
  const inUse = page.getByRole('region', { name: 'In use now' });
  await expect(inUse).toContainText('Speaking');
  await expect(page.getByRole('listitem').filter({ hasText: 'Included' })).toContainText(
    'Hears, thinks and speaks.',
  );

  // By keyboard, with nothing filled in, then with a key that is not accepted.
  await page.getByRole('button', { name: 'Connect ElevenLabs' }).press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('API key').press('Enter');
  await expect(drawer.getByText('API key is required')).toBeVisible();
  await drawer.getByRole('button', { name: 'More settings' }).press('Enter');
  await drawer.getByLabel('Speed').fill('9');
  await drawer.getByLabel('API key').fill('el-wrong');
  await drawer.getByLabel('API key').press('Enter');
  await expect(drawer.getByText('Enter a number from 0.7 to 1.2')).toBeVisible();
  await drawer.getByLabel('Speed').fill('1.1');
  await drawer.getByLabel('Base URL').fill('nowhere');
  await drawer.getByRole('button', { name: 'Connect and test' }).click();
  await expect(drawer.getByText('Give an address such as https://')).toBeVisible();
  await drawer.getByLabel('Base URL').fill(vendor.baseUrl);
  await drawer.getByRole('button', { name: 'Connect and test' }).click();
  await expect(drawer.getByText('Speaking does not work')).toBeVisible();
  await expect(drawer.getByText('The key was not accepted.')).toBeVisible();
  await expect(drawer).not.toContainText('el-wrong');
  await drawer.getByRole('button', { name: 'Change the settings' }).click();
  await drawer.getByLabel('API key').fill('el-right');
  await drawer.getByRole('button', { name: 'Save and test' }).click();
  await expect(drawer.getByText('Speaking works')).toBeVisible();
  await drawer.getByRole('button', { name: 'Done' }).click();
  await expect(inUse).toContainText('ElevenLabs');
  await expect(page.getByText('Nothing of your own is connected yet.')).toBeHidden();

  // A change keeps the key that is stored.
  await page.getByRole('button', { name: 'Change ElevenLabs' }).click();
  await expect(drawer.getByLabel('Speed')).toHaveValue('1.1');
  await drawer.getByLabel('Name').fill('Our voices');
  await drawer.getByRole('button', { name: 'Save and test' }).click();
  await expect(drawer.getByText('Speaking works')).toBeVisible();
  await drawer.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test Our voices' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Our voices' })).toContainText('Speaking works');

  const id = await api.placeTestCall('+12125550100');
  await expect
    .poll(() => vendor.requests.filter(({ voice }) => voice === dorothy).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  expect(vendor.requests.at(-1)?.body['voice_settings']).toMatchObject({ speed: 1.1 });
  await api.send('POST', `/calls/${id}/hang-up`, {});

  await page.getByRole('button', { name: 'Remove Our voices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Our voices was removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test Our voices' })).toBeHidden();
  await vendor.close();
});
