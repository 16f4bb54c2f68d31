import { expect, test } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { loudness } from './audio.ts';
import { startProduct } from './product.ts';
import { signIn } from './with-product.ts';

/** People of the simulated network: one who talks for half a minute, one who soon hangs up. */
const chatty = '+14155550104';
const shortSpoken = '+14155550175';

test('after kill -9 during a call nothing acknowledged is lost, the call is closed with what was said, and screens recover', async ({
  page,
}) => {
  const product = await startProduct();
  try {
    const before = await ApiClient.open(product);
    const agentId = await before.findAgentId('reception');
    const id = await before.placeTestCall(chatty);
    const during = await before.waitForCall((call) => call.turns.length >= 2, { id, timeoutMs: 30_000 });
    expect(during.state).toBe('talking');
    const saved = await before.send('PUT', `/voice-agent/${agentId}`, {
      agent_prompt: 'Saved a moment before.',
    });
    expect(saved.status).toBe(200);
    const created = await before.send('POST', '/voice-agent', {
      agent_name: 'Just made',
      agent_type: 'inbound',
    });
    expect(created.status).toBe(201);
    await signIn(page, product);
    await page.goto(`${product.url}/app/call-history`);
    await expect(page.getByRole('row').nth(1)).toContainText('Talking');
    await product.kill();
    await expect(page.getByText('The connection to the server was lost. Reconnecting…')).toBeVisible();

    await product.restart();

    // By itself, after a pause that grows with each try.
    await expect(page.getByText('The connection to the server was lost')).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('row').nth(1)).toContainText('Unknown');

    // The session of before still holds, and so does everything that was answered with success.
    const after = before;
    expect(await after.findAgentId('Just made')).toMatch(/^agt_/);
    const { agent } = await after.get<{ agent: { agent_prompt: string } }>(`/voice-agent/${agentId}`);
    expect(agent.agent_prompt).toBe('Saved a moment before.');
    const call = await after.waitForCall((each) => each.is_analysed && each.recording_url !== null, { id });
    expect(call).toMatchObject({
      state: 'ended',
      end_reason: 'process_died',
      call_status: 'failed',
      disconnection_reason: 'unknown',
    });
    expect(call.turns.slice(0, during.turns.length)).toEqual(during.turns);
    expect(call.transcription).toContain('Agent: Hello, this is Mia at Riverside Dental.');
    const { status, bytes } = await after.readRecording(id);
    expect(status).toBe(200);
    const { seconds, channels } = loudness(bytes);
    // At most the last second of sound may be lost with the process.
    expect(seconds * 1000).toBeGreaterThan(during.turns.at(-1)!.endMs - 1000);
    for (const level of channels) expect(level).toBeGreaterThan(0.01);

    await page.getByRole('row').nth(1).click();
    const panel = page.getByRole('complementary').filter({ hasText: 'Call Details' });
    await expect(panel).toContainText('Service failed during the call');
    await panel.getByRole('button', { name: 'Play recording' }).click();
    await expect
      .poll(() => panel.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.3);
  } finally {
    await product.stop();
  }
});

test('SIGTERM refuses new calls, lets the running one finish, and exits 0', async () => {
  const product = await startProduct();
  try {
    const api = await ApiClient.open(product);
    const id = await api.placeTestCall(shortSpoken);
    await api.waitForCall((call) => call.state === 'talking', { id });
    const exit = product.terminate();
    await expect
      .poll(async () => (await fetch(`${product.url}/readyz`).catch(() => undefined))?.status)
      .toBe(503);
    const refused = await api.send('POST', '/agent/test-call', {
      to_number: shortSpoken,
      agent_id: await api.findAgentId('reception'),
    });
    expect(refused.status).toBe(503);
    expect(await exit).toBe(0);
    await product.restart();
    const call = await api.getCall(id);
    expect(call.end_reason).toBe('customer_hung_up');
    expect(call.recording_url).not.toBeNull();
  } finally {
    await product.stop();
  }
});

test('SIGTERM ends a call that outlasts the drain with its own reason, keeps it, and exits 0', async () => {
  const product = await startProduct({ DRAIN_SECONDS: '1' });
  try {
    const api = await ApiClient.open(product);
    const id = await api.placeTestCall(chatty);
    const during = await api.waitForCall((call) => call.turns.length >= 1, { id });
    expect(await product.terminate()).toBe(0);
    await product.restart();
    const call = await api.waitForCall((each) => each.is_analysed && each.recording_url !== null, { id });
    expect(call).toMatchObject({ end_reason: 'shut_down', call_status: 'ended' });
    expect(call.turns.slice(0, 1)).toEqual(during.turns.slice(0, 1));
    const { seconds } = loudness((await api.readRecording(id)).bytes);
    expect(seconds * 1000).toBeGreaterThan(during.turns[0]!.endMs);
  } finally {
    await product.stop();
  }
});
