import { expect, type Page } from '@playwright/test';
import { loudness } from './audio.ts';
import { signIn, toast, withProduct } from './with-product.ts';

const test = withProduct();

/** People of the simulated network: what each does stands in its directory. */
const maria = '+14155550100';
const talker = '+14155550199';
const unattended = {
  busy: '+14155550165',
  noAnswer: '+14155550160',
  voicemail: '+14155550170',
  interrupter: '+14155550180',
  screened: '+14155550196',
};
/** They ring, talk and end while the tests before them run. */
const placed = {} as Record<keyof typeof unattended, string>;

test.beforeAll(async ({ api }) => {
  for (const who of Object.keys(unattended) as (keyof typeof unattended)[])
    placed[who] = await api.placeTestCall(unattended[who]);
});
test.beforeEach(async ({ page, product }) => {
  await signIn(page, product);
});

async function startTestCall(page: Page, number: string) {
  await page.goto('/app/voice-agents');
  await page.getByRole('button', { name: 'Test Voice Agent: Riverside Dental reception' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test Voice Agent' });
  await dialog.getByLabel('Phone number').fill(number);
  await dialog.getByRole('button', { name: 'Make Test Call' }).click();
  await expect(toast(page, 'Test call initiated successfully!')).toBeVisible();
  return dialog;
}

test('[AGENTS-6] a test call is followed live, from ringing over every word to its end, and kept with all of it', async ({
  page,
  api,
}) => {
  const dialog = await startTestCall(page, maria);
  const state = dialog.getByRole('status');
  await expect(state.filter({ hasText: 'Ringing' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Hang up' })).toBeVisible();
  await expect(state.filter({ hasText: 'Talking' })).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^0:0\d$/);

  // Words that may still change stand apart until the turn is over.
  const words = dialog.getByRole('region', { name: 'Live transcript' });
  await expect(words.locator('[data-partial][data-speaker=agent]')).toContainText('Hello, this is');
  await expect(dialog.locator('[data-speaking]')).toContainText('Riverside Dental reception');
  const turns = words.locator('li:not([data-partial])');
  await expect(turns.first()).toContainText(
    'Hello, this is Mia at Riverside Dental. How can I help you today?',
  );
  await expect(words.locator('[data-partial]')).toHaveCount(0);
  await expect(turns.nth(1)).toContainText('Hello, this is Maria.');
  await expect(turns.nth(3)).toContainText('What are your opening hours?', { timeout: 60_000 });
  await expect(turns.nth(4)).toContainText('8 am to 6 pm', { timeout: 60_000 });

  await expect(state.filter({ hasText: 'Ended after goodbye' })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('button', { name: 'Hang up' })).toBeHidden();
  const answer = page.waitForResponse('**/recording');
  await dialog.getByRole('link', { name: 'Open in Call History' }).click();

  const record = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  expect((await answer).status()).toBe(206);
  await expect(record.getByRole('button', { name: 'Play recording' })).toBeEnabled();
  const fact = (name: string) => record.locator('dt', { hasText: name }).locator('xpath=../dd');
  await expect(fact('Call Status')).toHaveText('Successful');
  await expect(fact('User Sentiment')).toHaveText('Positive');
  await expect(fact('Disconnect Reason')).toHaveText('Call CompletedEnded after goodbye');
  await expect(record.getByRole('region', { name: 'Summary' })).toContainText('opening hours');
  const said = record.getByRole('region', { name: 'Transcription' }).getByRole('listitem');
  await expect(said.filter({ hasText: 'What are your opening hours?' })).toContainText('User');
  const reply = said.filter({ hasText: 'We are open Monday to Friday' });
  await reply.getByRole('button', { name: /^answered in \d\.\d s$/ }).click();
  await expect(reply.getByText('Heard on the line')).toBeVisible();

  const id = new URL(page.url()).searchParams.get('call')!;
  const call = await api.getCall(id);
  expect(call).toMatchObject({ end_reason: 'goodbye', disposition: 'completed', direction: 1 });
  for (const turn of call.turns.filter((each) => each.latency !== null)) {
    const { endpointMs, finalTranscriptMs, firstTokenMs, firstAudioMs, firstFrameMs } = turn.latency!;
    for (const mark of [endpointMs, finalTranscriptMs, firstTokenMs, firstAudioMs])
      expect(mark).toBeLessThanOrEqual(firstFrameMs!);
  }
  const whole = await api.readRecording(id);
  expect(whole.status).toBe(200);
  const { seconds, channels } = loudness(whole.bytes);
  // From the answer to the last word; where the machine was too busy for a tick, its 20 ms are not made up for.
  expect(seconds * 1000).toBeGreaterThan(Math.max(...call.turns.map(({ startMs }) => startMs)));
  expect(seconds * 1000).toBeLessThan(call.duration_ms + 1000);
  expect(channels).toHaveLength(2);
  for (const level of channels) expect(level).toBeGreaterThan(0.01);
  const part = await api.readRecording(id, { range: 'bytes=44-1043' });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(whole.bytes.subarray(44, 1044))).toBe(true);
});

test('[AGENTS-6] Hang up ends a test call at once, and another can be made', async ({ page, api }) => {
  const dialog = await startTestCall(page, talker);
  await expect(dialog.getByRole('status').filter({ hasText: 'Talking' })).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Hang up' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Ended by your team' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Call again' }).click();
  await expect(dialog.getByRole('button', { name: 'Make Test Call' })).toBeVisible();
  const [last] = await api.listCalls();
  expect(last).toMatchObject({ disconnection_reason: 'agent_hangup', call_status: 'ended' });
});

test('closing the window leaves the call running, and the call log follows it', async ({ page, api }) => {
  await startTestCall(page, talker);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Call History' }).click();
  const running = page.getByRole('row').nth(1);
  await expect(running).toContainText('Talking');
  await running.click();
  const live = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  await expect(live.getByRole('log')).toContainText('Hello, this is');
  await live.getByRole('button', { name: 'Hang up' }).click();
  await expect(live.getByRole('region', { name: 'Conversation Analysis' })).toContainText('Agent Hangup');
  await expect(running).toContainText('Agent Hangup');
  expect((await api.listCalls())[0]?.end_timestamp).not.toBeNull();
});

test('the words of an agent that was interrupted end where they were last heard', async ({ page, api }) => {
  const id = placed.interrupter;
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  const cut = call.turns.filter((turn) => turn.wasInterrupted);
  expect(cut.length).toBeGreaterThan(0);
  for (const turn of cut) {
    expect(turn.speaker).toBe('agent');
    expect(turn.text).not.toMatch(/[.?!]$/);
    const next = call.turns[call.turns.indexOf(turn) + 1];
    expect(next?.speaker).toBe('customer');
    // It falls silent within the blink in which the customer is heard to speak.
    expect(turn.endMs - next!.startMs).toBeLessThan(400);
  }
  expect(call.turns.map((turn) => turn.text).join(' ')).toContain('We are open Monday to');
  await page.goto(`/app/call-history?call=${id}`);
  const said = page.getByRole('region', { name: 'Transcription' }).getByRole('listitem');
  const marked = said.filter({ hasText: 'interrupted' });
  await expect(marked).toHaveCount(cut.length);
  await expect(marked.first()).toContainText(cut[0]!.text);
});

test('a busy line, one that nobody answers and a voicemail are told apart', async ({ page, api }) => {
  const endOf = async (who: keyof typeof placed) =>
    await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
      id: placed[who],
      timeoutMs: 70_000,
    });
  expect(await endOf('busy')).toMatchObject({
    end_reason: 'busy',
    call_status: 'failed',
    disposition: 'not_reached',
    duration_ms: 0,
    recording_url: null,
    turns: [],
  });
  expect(await endOf('noAnswer')).toMatchObject({
    end_reason: 'no_answer',
    call_status: 'failed',
    disposition: 'not_reached',
    recording_url: null,
  });
  const voicemail = await endOf('voicemail');
  expect(voicemail).toMatchObject({
    call_status: 'ended',
    disconnection_reason: 'agent_hangup',
    end_reason: 'voicemail',
    disposition: 'voicemail',
  });
  expect(voicemail.turns.find((turn) => turn.speaker === 'customer')?.text).toContain('leave a message');
  expect(voicemail.recording_url).not.toBeNull();

  await page.goto(`/app/call-history?call=${placed.noAnswer}`);
  const record = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  await expect(record).toContainText('No answer');
  await expect(record).toContainText('This call has no recording.');
  await expect(record).toContainText('Nobody spoke in this call.');
});

test('a call assistant is told who calls, and the person behind it is greeted', async ({ page, api }) => {
  const id = placed.screened;
  const call = await api.waitForCall((each) => each.state === 'ended' && each.is_analysed, {
    id,
    timeoutMs: 90_000,
  });
  const said = call.turns.map(({ speaker, text }) => `${speaker}: ${text}`);
  const asked = said.findIndex((line) => line.startsWith('customer: Hi. If you record your name'));
  const greeting = 'agent: Hello, this is Mia at Riverside Dental. How can I help you today?';
  const put = said.indexOf('customer: Hello?');
  expect(said.slice(asked + 1, put)).toEqual([greeting, 'customer: Thank you. Please stay on the line.']);
  expect(said[put + 1]).toBe(greeting);
  expect(said.join(' ')).toContain('We are open Monday to');
  expect(call).toMatchObject({ end_reason: 'goodbye', disposition: 'completed' });

  await page.goto(`/app/call-history?call=${id}`);
  const record = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  await expect(record).toContainText('A call assistant answered and asked who is calling.');
  await expect(record).toContainText('The call assistant put the call through.');
});

test('the recording leads the transcript and the transcript the recording', async ({ page, api }) => {
  const id = placed.interrupter;
  const call = await api.waitForCall((each) => each.recording_url !== null && each.is_analysed, {
    id,
    timeoutMs: 60_000,
  });
  await page.goto(`/app/call-history?call=${id}`);
  const panel = page.getByRole('complementary').filter({ hasText: 'Call Details' });
  const turns = panel.getByRole('region', { name: 'Transcription' }).getByRole('listitem');
  const audio = panel.locator('audio');
  const atMs = async () => 1000 * (await audio.evaluate((element: HTMLAudioElement) => element.currentTime));
  const place = panel.getByRole('slider', { name: 'Place in the recording' });
  const lengthMs = async () => 1000 * (await audio.evaluate((element: HTMLAudioElement) => element.duration));
  await expect.poll(lengthMs).toBeGreaterThan(call.turns.at(-1)!.startMs);
  await expect(place).toHaveAttribute('aria-valuemax', String(Math.round((await lengthMs()) / 1000)));

  // A click on a turn plays from its first word; what plays is marked.
  const third = call.turns[2]!;
  await turns.nth(2).getByRole('button').first().click();
  await expect(panel.getByRole('button', { name: 'Pause recording' })).toBeVisible();
  expect(await atMs()).toBeGreaterThanOrEqual(third.startMs - 50);
  await expect(turns.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(turns.nth(3)).toHaveAttribute('aria-current', 'true', { timeout: 8000 });
  await expect(turns.nth(2)).not.toHaveAttribute('aria-current');
  await panel.getByRole('button', { name: 'Pause recording' }).click();

  // The waveform is a slider for pointer and keys.
  const box = (await place.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  expect(Math.abs((await atMs()) - (await lengthMs()) / 2)).toBeLessThan(1500);
  await place.press('Home');
  expect(await atMs()).toBe(0);
  await place.press('ArrowRight');
  expect(await atMs()).toBeCloseTo(5000, -1);
  const spoken = call.turns.findLastIndex((turn) => turn.startMs <= 5000);
  await expect(turns.nth(spoken)).toHaveAttribute('aria-current', 'true');

  const speed = panel.getByLabel('Speed');
  await speed.selectOption('1.5');
  expect(await audio.evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(1.5);
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download recording' }).click();
  expect((await download).suggestedFilename()).toBe(`${id}.wav`);
});
