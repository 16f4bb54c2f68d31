import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { microphone } from './audio.ts';
import { speak } from './voice.ts';
import { signIn, withProduct } from './with-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-microphone-'));
const wav = join(folder, 'microphone.wav');
writeFileSync(wav, microphone([5, await speak('When do you open?'), 60], 16_000));

/** Stands in for a recogniser: what is loud and as long as the question is the question. */
const recogniser = join(folder, 'recogniser.mjs');
writeFileSync(
  recogniser,
  `import { readFileSync } from 'node:fs';
const wav = readFileSync(process.argv[2]);
const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44));
const loud = samples.filter((sample) => Math.abs(sample) > 1000).length / 16_000;
if (loud > 0.1 && samples.length > 8_000) console.log('When do you open?');`,
);

const test = withProduct({ COMMAND_STT: `"${process.execPath}" "${recogniser}" {wav}` });
test.use({
  // What is given here takes the place of the configuration's own.
  launchOptions: {
    executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${wav}%noloop`,
    ],
  },
});
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

const words = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const turns = (page: Page, speaker: 'agent' | 'customer') =>
  words(page).locator(`li[data-speaker=${speaker}]:not([data-partial])`);

async function open(page: Page, agentId: string): Promise<void> {
  await page.goto(`/app/voice-agents/${agentId}`);
  await page.getByRole('tab', { name: 'Simulation' }).click();
}

test('[EDITOR-4] the agent is talked to by microphone: both are heard and seen, and what was said is answered', async ({
  page,
  api,
}) => {
  const { agents } = (await (await api.send('GET', '/voice-agent')).json()) as {
    agents: { agent_uuid: string; agent_name: string }[];
  };
  const agent = agents.find(({ agent_name }) => agent_name.includes('reception'))!;
  await open(page, agent.agent_uuid);
  // What stands in the editor talks, though nothing was saved.
  await page.getByLabel('What the agent says first').fill('Unsaved hello.');
  await expect(page.getByRole('radio', { name: 'Talk' })).toBeChecked();
  await page.getByRole('button', { name: 'Start simulation' }).click();
  const level = async () =>
    Number(await page.getByRole('meter', { name: 'Level of You' }).getAttribute('aria-valuenow'));
  await expect.poll(level, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(40);
  // On a busy machine the question cuts into the greeting: that it may is part of what is shown.
  await expect(turns(page, 'agent').first()).toContainText('Unsaved');
  await expect(turns(page, 'customer')).toContainText('When do you open?', { timeout: 60_000 });
  await expect(turns(page, 'customer')).not.toContainText('typed');
  await expect(turns(page, 'agent').nth(1)).toContainText('8 am', { timeout: 60_000 });
  await expect(turns(page, 'agent').nth(1)).toContainText(/answered in \d/);
  await page.getByRole('button', { name: 'Mute your microphone' }).click();
  await expect(page.getByRole('button', { name: 'Unmute your microphone' })).toBeVisible();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Customer hung up' })).toBeVisible();
});

test('[EDITOR-4] the agent is written to, shows what it does, and goes on anew from a changed turn; the call log marks it', async ({
  page,
  api,
}) => {
  const made = await api.send('POST', '/voice-agent', { agent_name: 'Bakery', agent_type: 'inbound' });
  const { agent_uuid: id } = (await made.json()) as { agent_uuid: string };
  await api.send('PUT', `/voice-agent/${id}`, {
    agent_prompt: 'You answer for a bakery. We open at seven. Greet {first_name}.',
    agent_welcome_message_type: 'play',
    agent_welcome_message: 'Hello {first_name}.',
    agent_functions: [{ id: 'end', type: 'end_call', name: 'End call', description: 'Ends the call.' }],
  });
  // The microphone is refused: it says so, and typing is at hand.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await open(page, id);
  await page.getByRole('button', { name: 'Sample values for 1 merge field' }).click();
  await page.getByRole('textbox', { name: 'first_name' }).fill('Ada');
  await page.getByRole('button', { name: 'Start simulation' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The microphone is blocked' })).toBeVisible();
  await page.getByRole('button', { name: 'Type instead' }).click();
  await expect(turns(page, 'agent')).toContainText('Hello Ada.');
  const box = page.getByLabel('What the customer says', { exact: true });
  await box.fill('When do you open?');
  await box.press('Enter');
  await expect(turns(page, 'agent').nth(1)).toContainText('seven');

  await page.getByRole('button', { name: 'Edit and replay: When do you open?' }).click();
  const changed = page.getByLabel('What the customer says instead');
  await expect(changed).toBeFocused();
  await changed.fill('Thank you, goodbye.');
  await page.getByRole('button', { name: 'Replay from here' }).click();
  // The past stays, nobody greets again, and the tool that ends the call is shown with what it gave.
  await expect(turns(page, 'customer')).toHaveCount(1);
  await expect(turns(page, 'customer')).toContainText('Thank you, goodbye.');
  await expect(turns(page, 'agent')).toHaveCount(2);
  await expect(turns(page, 'agent').last()).toContainText('Used end_call');
  await expect(page.getByRole('status').filter({ hasText: 'Ended after goodbye' })).toBeVisible();

  await page.getByRole('link', { name: 'Open in Call History' }).click();
  await expect(page.getByText('Simulation in the browser')).toBeVisible();
  await expect(page.getByRole('row', { name: /Simulation/ })).toHaveCount(3);
  const figures = await (await api.send('GET', '/analytics/dashboard?test_calls=include')).json();
  expect((figures as { test_calls: { count: number } }).test_calls.count).toBe(0);
});
