import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallDetail } from '@parley/contract/calls';
import { expect, test } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { channel, likeness, loudness, microphone } from './audio.ts';
import { type Product, startProduct } from './product.ts';
import { type PhoneOptions, Softphone } from './softphone.ts';
import { speak } from './voice.ts';

const demoNumber = '+14155550100';
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-microphone-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeMicrophone(
  name: string,
  parts: readonly (number | Int16Array)[],
  sampleRateHz: number,
): string {
  const path = join(folder, name);
  writeFileSync(path, microphone(parts, sampleRateHz));
  return path;
}

async function withPhone(
  product: Product,
  options: PhoneOptions,
  use: (phone: Softphone) => Promise<void>,
): Promise<void> {
  const phone = await Softphone.open(options);
  try {
    phone.dial(`sip:${demoNumber}@127.0.0.1:${product.sipPort}`);
    await phone.waitFor('CALL_ESTABLISHED');
    await use(phone);
  } finally {
    await phone.close();
  }
}

test.describe('a real SIP phone on a machine without a recogniser', () => {
  let product: Product;
  let api: ApiClient;
  test.beforeAll(async () => {
    product = await startProduct({ COMMAND_STT: 'none' });
    api = await ApiClient.open(product);
  });
  test.afterAll(() => product?.stop());

  /** One whole call: rings, hears the welcome and what keys there are, presses one, hears its answer, hangs up. */
  async function ringAndPress(codec: PhoneOptions['codec'], user: string): Promise<void> {
    const rateHz = codec === 'G722' ? 16_000 : 8_000;
    const wavFile = writeMicrophone(`quiet-${codec}.wav`, [60], rateHz);
    const waitForCall = (isGood: (call: CallDetail) => boolean) =>
      api.waitForCall(isGood, { fromNumber: user, timeoutMs: 30_000 });
    let heard: Buffer = Buffer.alloc(0);
    await withPhone(product, { wavFile, codec, user }, async (phone) => {
      await waitForCall((call) => call.turns.some((turn) => turn.text.includes('keys of your phone')));
      await phone.press('1');
      await waitForCall((call) => call.turns.some((turn) => turn.by === 'digits'));
      await waitForCall((call) => call.turns.some((turn) => /8 am to 6 pm/.test(turn.text)));
      heard = phone.readHeard();
      phone.hangUp();
      await phone.waitFor('CALL_CLOSED');
    });
    const call = await waitForCall(
      (each) => each.state === 'ended' && each.is_analysed && each.recording_url !== null,
    );
    expect(call, codec).toMatchObject({
      direction: 0,
      to_number: '14155550100',
      agent_name: 'Riverside Dental reception',
      end_reason: 'customer_hung_up',
      disconnection_reason: 'user_hangup',
      call_status: 'ended',
    });
    expect(call.turns[0]).toMatchObject({
      speaker: 'agent',
      text: expect.stringContaining('How can I help you today?'),
    });
    expect(call.transcription).toContain('Agent: Hello, this is Mia at Riverside Dental.');
    expect(call.turns.filter((turn) => turn.text.includes('keys of your phone'))).toHaveLength(1);
    const { status, bytes } = await api.readRecording(call.id);
    expect(status).toBe(200);
    const recorded = loudness(bytes);
    expect(recorded.channels).toHaveLength(2);
    expect(recorded.channels[0]).toBeGreaterThan(0.01);
    expect(recorded.seconds * 1000).toBeGreaterThan(Math.max(...call.turns.map(({ startMs }) => startMs)));
    expect(recorded.seconds * 1000).toBeLessThan(call.duration_ms + 1000);
    // The phone heard what the product recorded as the agent's words.
    const [agent, phone] = [channel(bytes, 0), channel(heard, 0)];
    expect(phone.sampleRateHz).toBe(rateHz);
    expect(agent.sampleRateHz).toBe(rateHz);
    expect(likeness(agent.samples, phone.samples, rateHz), codec).toBeGreaterThan(0.9);
  }

  test('phones of three codecs ring the demo agent at once: each hears its welcome, presses a key, hangs up, and is in the log', async () => {
    await Promise.all([
      ringAndPress('PCMU', '12125550141'),
      ringAndPress('PCMA', '12125550142'),
      ringAndPress('G722', '12125550143'),
    ]);
  });
});

test.describe('a spoken conversation with no key at all', () => {
  let product: Product;
  let api: ApiClient;
  test.beforeAll(async () => {
    product = await startProduct();
    api = await ApiClient.open(product);
  });
  test.afterAll(() => product?.stop());

  test('the agent answers what it was asked, over wideband, and ends on a spoken goodbye', async () => {
    const [question, goodbye] = [await speak('What are your opening hours?'), await speak('Goodbye.')];
    // The welcome takes five seconds; hearing the question and answering it twelve.
    const wavFile = writeMicrophone('spoken.wav', [7, question, 14, goodbye, 30], 16_000);
    await withPhone(product, { wavFile, codec: 'G722', user: '12125550144' }, async (phone) => {
      await phone.waitFor('CALL_CLOSED', 60_000);
    });
    const call = await api.waitForCall((each) => each.state === 'ended' && each.recording_url !== null);
    const said = call.turns.map((turn) => `${turn.speaker}: ${turn.text}`).join('\n');
    expect(said).toMatch(/customer: .*(opening|hours|open)/i);
    expect(said).toMatch(/agent: .*8 am to 6 pm/);
    expect(call.end_reason, said).toBe('goodbye');
    const { bytes } = await api.readRecording(call.id);
    const { channels } = loudness(bytes);
    expect(channels[0]).toBeGreaterThan(0.01);
    expect(channels[1]).toBeGreaterThan(0.003);
  });
});
