import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { channel, likeness, loudness, microphone } from './audio.ts';
import { type Product, startProduct } from './product.ts';
import { Softphone } from './softphone.ts';
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
  options: { wavFile: string; codec: 'PCMU' | 'PCMA' | 'G722' },
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

  for (const codec of ['PCMU', 'PCMA', 'G722'] as const) {
    test(`rings the demo agent over ${codec}, hears its welcome, presses keys, hangs up, and is in the log`, async () => {
      const rateHz = codec === 'G722' ? 16_000 : 8_000;
      const wavFile = writeMicrophone(`quiet-${codec}.wav`, [60], rateHz);
      let heard: Buffer = Buffer.alloc(0);
      await withPhone(product, { wavFile, codec }, async (phone) => {
        await api.waitForCall((call) => call.turns.some((turn) => turn.text.includes('keys of your phone')));
        await phone.press('1');
        await api.waitForCall((call) => call.turns.some((turn) => turn.by === 'digits'));
        await api.waitForCall((call) => call.turns.some((turn) => /8 am to 6 pm/.test(turn.text)));
        heard = phone.readHeard();
        phone.hangUp();
        await phone.waitFor('CALL_CLOSED');
      });
      const call = await api.waitForCall(
        (each) => each.state === 'ended' && each.is_analysed && each.recording_url !== null,
      );
      expect(call).toMatchObject({
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
      expect(Math.abs(recorded.seconds * 1000 - call.duration_ms)).toBeLessThan(1500);
      // The phone heard what the product recorded as the agent's words.
      const [agent, phone] = [channel(bytes, 0), channel(heard, 0)];
      expect(phone.sampleRateHz).toBe(rateHz);
      expect(agent.sampleRateHz).toBe(rateHz);
      expect(likeness(agent.samples, phone.samples, rateHz)).toBeGreaterThan(0.9);
    });
  }
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
    // The welcome takes six seconds; the answer to the question ten.
    const wavFile = writeMicrophone('spoken.wav', [8, question, 16, goodbye, 30], 16_000);
    await withPhone(product, { wavFile, codec: 'G722' }, async (phone) => {
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
