import { afterEach, describe, expect, test } from 'vitest';
import { settle } from './testing/fake-schedule.ts';
import { FakeSocket } from './testing/fake-socket.ts';
import { newSid } from './testing/stand-in-account.ts';
import { StandInCall } from './testing/stand-in-call.ts';
import { customer, line, TestingService } from './testing/testing-service.ts';

const opened: TestingService[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open() {
  const network = await TestingService.open();
  opened.push(network);
  await expect.poll(() => network.standIn.account.numbers[0]?.voice_url).not.toBe('');
  const voiceUrl = network.standIn.account.numbers[0]?.voice_url ?? '';
  const call = new StandInCall({
    ...{ account: network.standIn.account, from: customer, to: line, direction: 'inbound' },
    ...{ statusCallback: undefined, losesWebhooks: () => false },
  });
  network.calls.list.push(call);
  const ask = async () => (await call.post(voiceUrl)) ?? '';
  return { network, call, ask, voiceUrl };
}
const resumeUrlOf = (twiml: string) =>
  (/<Redirect[^>]*>([^<]+)</.exec(twiml)?.[1] ?? '').replaceAll('&amp;', '&');

describe('a call that comes in', () => {
  test('is offered once, and answered when its stream is there', async () => {
    const { network, call, ask } = await open();
    const twiml = await ask();
    expect(twiml).toContain('<Connect><Stream url="ws://127.0.0.1:');
    expect(network.offers).toMatchObject([{ fromNumber: customer, toNumber: line, connectionId: 'conn_1' }]);
    expect(network.told).toEqual(['ringing']);
    const socket = network.stream(call, twiml);
    expect(network.told).toEqual(['ringing', 'answered']);
    socket.say({ event: 'stop' });
    expect(network.told.at(-1)).toBe('customer_hung_up');
  });

  test.each([
    ['unknown_number', 'rejected'],
    ['no_agent', 'rejected'],
    ['at_limit', 'busy'],
    ['shutting_down', 'busy'],
    ['taken', 'busy'],
    ['failed', 'busy'],
  ] as const)(
    'and is not taken because of %s hears %s, and leaves nothing behind',
    async (because, reason) => {
      const { network, ask } = await open();
      network.decision = { answer: false, because };
      expect(await ask()).toContain(`<Response><Reject reason="${reason}"/></Response>`);
      expect(network.service.counts()).toMatchObject({ calls: 0, callsToEnd: 0 });
      expect(network.released).toHaveLength(1);
      expect(await ask()).toContain('<Hangup/>');
      expect(network.offers).toHaveLength(1);
    },
  );

  test('asked for again, it is the same call with another token; once it streams or is over, nothing comes of it', async () => {
    const { network, call, ask } = await open();
    const first = await ask();
    const second = await ask();
    expect(network.offers).toHaveLength(1);
    expect(network.stream(call, first).closed).toBe(1008);
    const socket = network.stream(call, second);
    expect(socket.closed).toBeUndefined();
    expect(await ask()).toContain('<Hangup/>');
    expect(network.stream(call, second).closed).toBe(1008);
    socket.say({ event: 'stop' });
    expect(await ask()).toContain('<Hangup/>');
    expect(network.offers).toHaveLength(1);
  });

  test('whose stream does not come ends, at Twilio too', async () => {
    const { network, call, ask } = await open();
    await ask();
    call.status = 'in-progress';
    await network.timing.advance(10_000);
    await expect.poll(() => network.told.at(-1)).toBe('media_lost');
    await expect.poll(() => call.status).toBe('completed');
  });

  test('outlives its socket: Twilio asks, and a new stream takes over', async () => {
    const { network, call, ask } = await open();
    const twiml = await ask();
    const socket = network.stream(call, twiml);
    call.status = 'in-progress';
    // Twilio may ask before the socket is seen to be gone.
    const again = (await call.post(resumeUrlOf(twiml))) ?? '';
    expect(again).toContain('<Connect>');
    expect(socket.closed).toBe(1000);
    const next = network.stream(call, again);
    expect(next.closed).toBeUndefined();
    expect(network.told).toEqual(['ringing', 'answered']);
    // Sent again, it takes nothing away.
    expect(await call.post(resumeUrlOf(twiml))).toContain('<Hangup/>');
    expect(next.closed).toBeUndefined();
    await network.timing.advance(60_000);
    expect(network.told).toEqual(['ringing', 'answered']);
  });

  test('whose socket is gone for good has lost its sound, or was hung up, as Twilio says', async () => {
    const lost = await open();
    lost.network.stream(lost.call, await lost.ask()).vanish();
    lost.call.status = 'in-progress';
    await lost.network.timing.advance(8_000);
    await expect.poll(() => lost.network.told.at(-1)).toBe('media_lost');
    const gone = await open();
    const socket = gone.network.stream(gone.call, await gone.ask());
    gone.call.status = 'completed';
    socket.vanish();
    await expect.poll(() => gone.network.told.at(-1)).toBe('customer_hung_up');
  });

  test('of a process that died is ended when Twilio asks the next one', async () => {
    const { network, call, voiceUrl } = await open();
    const url = voiceUrl.replace('/voice', '/resume?leg=another&turn=1');
    expect(await call.post(url)).toContain('<Hangup/>');
    expect(network.offers).toEqual([]);
  });

  test('is not taken while the process ends', async () => {
    const { network, ask } = await open();
    network.service.drain();
    expect(await ask()).toContain('<Reject reason="busy"/>');
    expect(network.offers).toEqual([]);
  });

  test('of another account is not believed, whatever connection it names', async () => {
    const { network, call, voiceUrl } = await open();
    const other = await open();
    expect(await other.call.post(voiceUrl)).toBeUndefined();
    expect(await call.post(voiceUrl.replace('conn_1', 'conn_2'))).toBeUndefined();
    expect(await call.post(voiceUrl, { AccountSid: newSid('AC') })).toBeUndefined();
    expect(await call.post(voiceUrl, { CallSid: 'CA1' })).toBeUndefined();
    expect(network.offers).toEqual([]);
  });
});

describe('a stream that somebody begins', () => {
  test.each([
    ['with no token', { token: '' }],
    ['with a guessed token', { token: 'x'.repeat(32) }],
    ['of another account', { accountSid: newSid('AC') }],
    ['of another call', { callSid: newSid('CA') }],
    ['with a name that is none', { callSid: 'CA1' }],
    ['in another format', { format: { encoding: 'audio/opus', sampleRate: 8000, channels: 1 } }],
  ])('%s is closed, and the call goes on waiting', async (_what, more) => {
    const { network, call, ask } = await open();
    const twiml = await ask();
    expect(network.stream(call, twiml, more).closed).toBe(1008);
    expect(network.told).toEqual(['ringing']);
    expect(network.stream(call, twiml).closed).toBeUndefined();
  });

  test('that says nothing, or something else first, is closed', async () => {
    const { network, ask } = await open();
    const [, legId = ''] = /media\/([^"]+)"/.exec(await ask()) ?? [];
    const begin = () => {
      const socket = new FakeSocket();
      network.service.acceptNetworkSocket(legId, socket);
      return socket;
    };
    for (const message of ['', '{', 'null', new Uint8Array(10), { event: 'media' }, { event: 'start' }]) {
      const socket = begin();
      socket.say(message);
      expect(socket.closed).toBe(1008);
    }
    const chatty = begin();
    for (let count = 0; count < 5; count += 1) chatty.say({ event: 'connected' });
    expect(chatty.closed).toBe(1008);
    const silent = [begin(), begin(), begin()];
    expect(begin().closed).toBe(1013);
    await network.timing.advance(5_000);
    expect(silent.map(({ closed }) => closed)).toEqual([1008, 1008, 1008]);
    expect(network.service.counts().waitingSockets).toBe(0);
    expect(network.told).toEqual(['ringing']);
  });

  test('is awaited by the name of its call, until it is there', async () => {
    const { network, call, ask } = await open();
    expect(network.service.awaitsNetworkSocket('another')).toBe(false);
    const twiml = await ask();
    const { legId } = network.offers[0]!;
    expect(network.service.awaitsNetworkSocket(legId)).toBe(true);
    network.stream(call, twiml);
    expect(network.service.awaitsNetworkSocket(legId)).toBe(false);
  });

  test('sends binary: it is closed, and the call waits for another', async () => {
    const { network, call, ask } = await open();
    const twiml = await ask();
    const socket = network.stream(call, twiml);
    socket.say(new Uint8Array(100));
    expect(socket.closed).toBe(1003);
    expect(network.told).toEqual(['ringing', 'answered']);
  });

  test('gets no more sound while it does not take it', async () => {
    const { network, call, ask } = await open();
    const socket = network.stream(call, await ask());
    await settle();
    const stream = network.media.stream(network.offers[0]!.legId);
    stream.write(new Int16Array(160));
    await settle();
    expect(socket.sent).toHaveLength(1);
    socket.unsentBytes = 1_000_000;
    stream.write(new Int16Array(160));
    await settle();
    expect(socket.sent).toHaveLength(1);
  });
});
