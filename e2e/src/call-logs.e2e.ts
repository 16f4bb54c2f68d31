import { expect, type Locator, type Page } from '@playwright/test';
import { type PastCall, pastCallId, seedCalls } from './seed-calls.ts';
import { gate, signIn, withProduct } from './with-product.ts';

const test = withProduct();
test.use({ timezoneId: 'America/New_York' });

const logsPath = '**/api/v1/call-logs?*';

/** Newest first; the rest of the log is `filler`. */
const special: readonly Omit<PastCall, 'createdAt'>[] = [
  {
    id: pastCallId(1),
    direction: 0,
    fromNumber: '+14155550123',
    toNumber: '+442079460123',
    agentName: 'First agent',
    answeredAt: '2026-03-04T20:00:00Z',
    endedAt: '2026-03-04T20:00:07.900Z',
    endReason: 'goodbye',
    sentiment: 'positive',
    summary: 'They asked for a table by the window.',
    turns: [
      ['agent', 'Good evening.'],
      ['customer', 'A table by the window, please.'],
    ],
  },
  {
    id: pastCallId(2),
    direction: 1,
    fromNumber: '100',
    toNumber: '+12125550142',
    answeredAt: '2026-03-04T19:00:00Z',
    endedAt: '2026-03-04T20:01:05Z',
    endReason: 'customer_hung_up',
    sentiment: 'negative',
  },
  {
    id: pastCallId(3),
    answeredAt: '2026-03-04T18:00:00Z',
    endedAt: '2026-03-04T18:01:00Z',
    endReason: 'agent_hung_up',
    sentiment: 'neutral',
  },
  { id: pastCallId(4), endReason: 'no_answer', sentiment: 'unknown' },
];
const filler = Array.from({ length: 19 }, (_, at) => ({ id: pastCallId(at + 5) }));

test.beforeAll(async ({ product }) => {
  const calls = [...special, ...filler].map((call, at) => ({
    ...call,
    createdAt: new Date(Date.UTC(2026, 2, 4, 20 - at)).toISOString(),
  }));
  await seedCalls(product, calls);
});
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

const cellsOf = (page: Page, at: number) => page.getByRole('row').nth(at).getByRole('cell');
const panelOf = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Call Details' });

/** Which colour words are read in, by the strongest part of it. */
async function colourOf(words: Locator): Promise<'green' | 'red' | 'blue' | 'grey'> {
  const [red = 0, green = 0, blue = 0] = await words.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const strongest = Math.max(red, green, blue);
  if (strongest - Math.min(red, green, blue) < 24) return 'grey';
  if (strongest === red) return 'red';
  return strongest === green ? 'green' : 'blue';
}

test('[CALLS-1] the screen says what it is, and that it loads', async ({ page }) => {
  const { opened, open } = gate();
  await page.route(logsPath, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/app/call-history');
  await expect(page.getByRole('heading', { level: 1, name: 'Call Logs' })).toBeVisible();
  await expect(page.getByText('Loading call activities...')).toBeVisible();
  await expect(page.getByText('Loading call logs...')).toBeVisible();
  open();
  await expect(page.getByText('Recent call activities and analytics')).toBeVisible();
  await expect(page.getByText('Loading call')).toHaveCount(0);
});

test('[CALLS-2] seven columns, a direction with its icon, and no narrower than 900 px', async ({ page }) => {
  await page.goto('/app/call-history');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Direction',
    'From Number',
    'To Number',
    'AI Agent',
    'Duration',
    'Sentiment',
    'End Reason',
  ]);
  await expect(cellsOf(page, 1).nth(0)).toHaveText('Inbound');
  await expect(cellsOf(page, 2).nth(0)).toHaveText('Outbound');
  await expect(cellsOf(page, 1).nth(3)).toHaveText('First agent');
  const icon = (at: number) => cellsOf(page, at).nth(0).locator('svg').innerHTML();
  expect(await icon(1)).not.toBe(await icon(2));
  expect(await icon(2)).toBe(await icon(3));

  await page.setViewportSize({ width: 800, height: 900 });
  const table = page.getByRole('table');
  expect((await table.boundingBox())!.width).toBeGreaterThanOrEqual(900);
  // The table scrolls within its frame: the page itself does not move sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
});

test('[CALLS-3] numbers are grouped when they are of North America, and the number called bears its flag', async ({
  page,
  product,
}) => {
  await page.goto('/app/call-history');
  await expect(cellsOf(page, 1).nth(1)).toHaveText('+1(415)555-0123');
  await expect(cellsOf(page, 1).nth(2)).toHaveText('+442079460123');
  await expect(cellsOf(page, 2).nth(1)).toHaveText('+100');
  await expect(cellsOf(page, 2).nth(2)).toHaveText('+1(212)555-0142');
  const flag = cellsOf(page, 2).nth(2).getByRole('img', { name: 'US' });
  await expect(flag).toBeVisible();
  const { src, width } = await flag.evaluate((image: HTMLImageElement) => ({
    src: image.currentSrc,
    width: image.naturalWidth,
  }));
  expect(src.startsWith(product.url)).toBe(true);
  expect(width).toBeGreaterThan(0);
  await expect(cellsOf(page, 1).getByRole('img')).toHaveCount(0);
  await expect(cellsOf(page, 2).nth(1).getByRole('img')).toHaveCount(0);
});

test('[CALLS-4] the duration is minutes and seconds from the start to the end', async ({ page }) => {
  await page.goto('/app/call-history');
  for (const [at, duration] of [
    [1, '0:07'],
    [2, '61:05'],
    [3, '1:00'],
    [4, '0:00'],
  ] as const)
    await expect(cellsOf(page, at).nth(4)).toHaveText(duration);
});

test('[CALLS-5] ten calls a page, and each step to another page reads it anew', async ({ page }) => {
  const readOf = (at: number) => page.waitForRequest(`**/api/v1/call-logs?page=${at}&page_size=10`);
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  const rows = page.getByRole('row');
  let read = readOf(1);
  await page.goto('/app/call-history');
  await read;
  await expect(page.getByText('Page 1 of 3 (Total 23 records)')).toBeVisible();
  await expect(rows).toHaveCount(11);
  await expect(previous).toBeDisabled();
  for (const [step, at] of [
    [next, 2],
    [next, 3],
    [previous, 2],
    [previous, 1],
  ] as const) {
    read = readOf(at);
    await step.click();
    await read;
    await expect(page.getByText(`Page ${at} of 3 (Total 23 records)`)).toBeVisible();
    await expect(rows).toHaveCount(at === 3 ? 4 : 11);
    await expect(previous).toBeEnabled({ enabled: at > 1 });
    await expect(next).toBeEnabled({ enabled: at < 3 });
  }
});

test('[CALLS-6] a row opens the details of its call', async ({ page }) => {
  await page.goto('/app/call-history');
  await page.getByRole('row').nth(1).click();
  const panel = panelOf(page);
  await expect(panel.getByRole('heading', { name: 'Call Details' })).toBeVisible();
  await expect(panel).toContainText(
    'View detailed information about the selected call including recording, analysis, and transcription',
  );
  await expect(panel.getByText('Date & Time')).toBeVisible();
  await expect(panel).toContainText('Mar 4, 2026, 03:00 PM');
  await expect(panel.getByRole('region', { name: 'Call Recording' })).toBeVisible();
  const analysis = panel.getByRole('region', { name: 'Conversation Analysis' });
  await expect(analysis.getByRole('term')).toHaveText([
    'Call Status',
    'Duration',
    'User Sentiment',
    'Disconnect Reason',
  ]);
  await expect(analysis.getByRole('definition').nth(1)).toHaveText('0:07');
  await expect(panel.getByRole('region', { name: 'Summary' })).toContainText(
    'They asked for a table by the window.',
  );
  await expect(panel.getByRole('region', { name: 'Transcription' })).toContainText('Good evening.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('[CALLS-7] lines of the agent and of the user are shown as their turns, any other line is ignored', async ({
  page,
}) => {
  await page.goto(`/app/call-history?call=${pastCallId(1)}`);
  const turns = panelOf(page).getByRole('region', { name: 'Transcription' }).getByRole('listitem');
  await expect(turns).toHaveText([/^Agent.*Good evening\.$/, /^User.*A table by the window, please\.$/]);

  // A log that holds other lines, and nothing else known of the call.
  await page.route('**/api/v1/calls/*', (route) => route.fulfill({ status: 403, body: '' }));
  await page.route(logsPath, async (route) => {
    const answer = await route.fetch();
    const log = await answer.json();
    log.data[0].transcription =
      'Agent: Hello.\nSystem: recording on\n\nUser: Hi there.\nAgent Smith was here';
    await route.fulfill({ response: answer, json: log });
  });
  await page.reload();
  await expect(turns).toHaveText([/^Agent.*Hello\.$/, /^User.*Hi there\.$/]);
});

test('[CALLS-8] status, sentiment and reason are told in words and colours', async ({ page }) => {
  const expected = [
    { status: 'Successful', colour: 'green', mood: 'Positive', moodColour: 'green', why: 'Call Completed' },
    { status: 'Successful', colour: 'green', mood: 'Negative', moodColour: 'red', why: 'User Hangup' },
    { status: 'Successful', colour: 'green', mood: 'Neutral', moodColour: 'blue', why: 'Agent Hangup' },
    { status: 'Failed', colour: 'red', mood: 'Unknown', moodColour: 'grey', why: 'Unknown' },
  ];
  await page.goto('/app/call-history');
  for (const [at, { mood, moodColour, why }] of expected.entries()) {
    const cells = cellsOf(page, at + 1);
    await expect(cells.nth(5)).toHaveText(mood);
    expect(await colourOf(cells.nth(5).getByText(mood)), mood).toBe(moodColour);
    await expect(cells.nth(6)).toHaveText(why);
  }
  for (const [at, { status, colour, mood, moodColour, why }] of expected.entries()) {
    await page
      .getByRole('row')
      .nth(at + 1)
      .click();
    const facts = panelOf(page).getByRole('definition');
    await expect(facts.nth(2)).toHaveText(mood);
    expect(await colourOf(facts.nth(2).getByText(mood)), mood).toBe(moodColour);
    await expect(facts.nth(0)).toHaveText(status);
    expect(await colourOf(facts.nth(0).getByText(status)), status).toBe(colour);
    await expect(facts.nth(3)).toContainText(why);
  }
});

test('[CALLS-9] a log that cannot be read is told, with the way to try again', async ({ page }) => {
  await page.route(logsPath, (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto('/app/call-history');
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch call logs' });
  await expect(failure).toBeVisible();
  await page.unroute(logsPath);
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
});

test('page and call stand in the address: reload, back and a link show the same', async ({ page }) => {
  await page.goto(`/app/call-history?page=2&call=${pastCallId(11)}`);
  await expect(panelOf(page)).toBeVisible();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Close call details' }).click();
  await expect(page).toHaveURL('/app/call-history?page=2');
  await page.goBack();
  await expect(panelOf(page)).toBeVisible();
  await page.goto('/app/call-history?page=99');
  await expect(page.getByText('Nothing on this page')).toBeVisible();
  await page.goto('/app/call-history?call=call_9999999999999999999999');
  await expect(page.getByRole('alert').filter({ hasText: 'call_9999999999999999999999' })).toBeVisible();
});
