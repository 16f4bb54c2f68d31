import { afterEach, describe, expect, test } from 'vitest';
import { settle } from './testing/fake-schedule.ts';
import { refuse } from './testing/stand-in-route.ts';
import { customer, line, TestingService } from './testing/testing-service.ts';

const opened: TestingService[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A service whose account is known and works. */
async function open(settings: object = {}): Promise<TestingService> {
  const network = await TestingService.open(settings);
  opened.push(network);
  await expect.poll(() => network.service.connectionStates()[0]?.state).not.toBe('checking');
  return network;
}
const isCreate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === 'Calls.json';
const isUpdate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /^Calls\/CA/.test(path);
const nothingLeft = { calls: 0, waitingSockets: 0, callsToEnd: 0 };

describe('a call that is placed', () => {
  test('is asked for with the number, how long it rings, and where news go', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    await network.place();
    const { form } = network.standIn.requests.find(isCreate)!;
    expect(Object.fromEntries(form)).toMatchObject({ To: customer, From: line, Timeout: '30' });
    expect(form.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed']);
    await expect.poll(() => network.told).toEqual(['ringing']);
  });

  test('is answered when its stream is there, and over when the stream says so', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    await network.place();
    const call = network.calls.last;
    const socket = network.stream(call, call.placedTwiml);
    expect(network.told).toContain('answered');
    socket.say({ event: 'stop' });
    expect(network.told.at(-1)).toBe('customer_hung_up');
    expect(socket.closed).toBe(1000);
    expect(network.released).toEqual(['leg-1']);
    await expect.poll(() => network.service.counts()).toEqual(nothingLeft);
  });

  // What was asked for tells less than a webhook: it has no response of the network.
  test.each([
    ['busy', 'busy'],
    ['declines', 'busy'],
    ['fails', 'carrier_failed'],
  ] as const)('that %s ends with %s although every webhook is lost', async (people, endReason) => {
    const network = await open();
    network.calls.people = people;
    network.calls.losesWebhooks = true;
    await network.place();
    await expect.poll(() => network.calls.last.isOver).toBe(true);
    expect(network.told).toEqual([]);
    await network.timing.advance(10_000);
    await expect.poll(() => network.told.at(-1)).toBe(endReason);
    expect(network.service.counts().calls).toBe(0);
  });

  test('of which nothing can be learned any more is given up, and ended as soon as that can be', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    network.calls.losesWebhooks = true;
    await network.place();
    const isAsked = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && /^Calls\/CA/.test(path);
    for (let tries = 0; tries < 6; tries += 1) network.standIn.script(refuse(404, 20404, 'gone'), isAsked);
    const waitAndLook = async () => {
      await network.timing.advance(15_000);
      return network.told.at(-1);
    };
    await expect.poll(waitAndLook).toBe('carrier_failed');
    await expect.poll(() => network.calls.last.status).toBe('canceled');
  });

  test('whose answer broke off is not placed twice: the webhook names it', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    network.standIn.script('drop-after', isCreate);
    const leg = await network.place();
    await expect.poll(() => network.told).toEqual(['ringing']);
    expect(network.standIn.requests.filter(isCreate)).toHaveLength(1);
    leg.hangUp();
    await expect.poll(() => network.calls.last.status).toBe('canceled');
    expect(network.told.at(-1)).toBe('staff_hung_up');
  });

  test('that never began ends, and one that began after all is hung up', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    network.calls.losesWebhooks = true;
    network.standIn.script('drop-after', isCreate);
    await network.place();
    await network.timing.advance(8_000);
    expect(network.told).toEqual(['note', 'carrier_failed']);
    expect(network.standIn.requests.filter(isCreate)).toHaveLength(1);
    network.calls.losesWebhooks = false;
    await network.calls.last.post(network.calls.last.options.statusCallback!.url);
    await expect.poll(() => network.calls.last.status).toBe('canceled');
  });

  test('is placed again where Twilio took it certainly not', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    network.standIn.script(refuse(429, 20429, 'Too Many Requests'), isCreate);
    await network.place();
    expect(network.standIn.requests.filter(isCreate)).toHaveLength(2);
    expect(network.calls.list).toHaveLength(1);
  });

  test('that the account refuses says why, in words', async () => {
    const network = await open();
    network.standIn.script(refuse(400, 21219, 'unverified'), isCreate);
    await network.place();
    expect(network.told).toEqual(['note', 'carrier_failed']);
    expect(network.events[0]).toMatchObject({ text: expect.stringContaining('A trial account') });
  });

  test('is hung up while it rings, and once it is answered, until Twilio has done it', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    const first = await network.place('leg-1');
    first.hangUp();
    first.hangUp();
    await expect.poll(() => network.calls.last.status).toBe('canceled');
    const second = await network.place('leg-2');
    const call = network.calls.last;
    network.stream(call, call.placedTwiml);
    for (let tries = 0; tries < 3; tries += 1) network.standIn.script(refuse(503, 20503, 'busy'), isUpdate);
    second.hangUp();
    await expect.poll(() => network.standIn.requests.filter(isUpdate).length, { timeout: 5_000 }).toBe(4);
    expect(network.service.counts().callsToEnd).toBe(1);
    // The next try is due as soon as the last answer has been read.
    const waitAndLook = async () => {
      await network.timing.advance(2_000);
      return call.status;
    };
    await expect.poll(waitAndLook).toBe('completed');
    await expect.poll(() => network.service.counts().callsToEnd).toBe(0);
  });

  test('is not placed once the process is to end, nor without an account that works', async () => {
    const network = await open();
    expect(network.service.canReach(customer, 'wsp_1')).toBe(true);
    expect(network.service.canReach(customer, 'wsp_2')).toBe(false);
    expect(network.service.canReach('100', 'wsp_1')).toBe(false);
    expect(network.service.hasNumber(line, 'wsp_1')).toBe(true);
    expect(network.service.hasNumber(line, 'wsp_2')).toBe(false);
    network.service.drain();
    expect(network.service.canReach(customer, 'wsp_1')).toBe(false);
    await expect(network.place()).rejects.toThrow('No call is begun any more.');
    const wrong = await open({ authToken: 'not the right one' });
    expect(wrong.service.connectionStates()).toMatchObject([
      { state: 'failing', detail: expect.stringContaining('Twilio refuses the account SID') },
    ]);
    expect(wrong.service.canReach(customer, 'wsp_1')).toBe(false);
  });

  test('that runs is ended at Twilio before the process is gone', async () => {
    const network = await open();
    network.calls.people = 'nobody';
    await network.place();
    await network.service.close();
    expect(network.told.at(-1)).toBe('shut_down');
    expect(network.calls.last.isOver).toBe(true);
  });
});

describe('the numbers of an account', () => {
  test('are told with their account, and looked at again when connections change', async () => {
    const network = await open();
    expect(network.numbers.at(-1)).toEqual([line]);
    network.standIn.account.addNumber('+14155550177');
    const { settings } = network.standIn;
    await network.service.setConnections([
      { id: 'conn_1', workspaceId: 'wsp_1', settings: { ...settings, callerId: '' } },
    ]);
    await expect.poll(() => network.numbers.at(-1)).toEqual([line, '+14155550177']);
    await expect
      .poll(() =>
        network.standIn.account.numbers.every(({ voice_url: url }) => url?.endsWith('/conn_1/voice')),
      )
      .toBe(true);
  });

  test('one that may not be changed keeps back no other, and the reason is told', async () => {
    const network = await TestingService.open();
    opened.push(network);
    network.standIn.account.addNumber('+14155550179');
    network.standIn.script(
      refuse(400, 21631, 'Phone Number Requires an Address'),
      ({ method }) => method === 'POST',
    );
    await expect.poll(() => network.service.connectionStates()[0]?.state).toBe('reachable');
    expect(network.service.connectionStates()[0]?.detail).toBe(
      '1 number rings here. Not set up: +1(415)555–0142. Twilio refuses: Phone Number Requires an Address (error 21631).',
    );
    expect(network.standIn.account.numbers[1]?.voice_url).toContain('/conn_1/voice');
  });

  test('lead nowhere again when the account is removed, and go on leading here when the process ends', async () => {
    const network = await open();
    const other = network.standIn.account.addNumber('+14155550178', { voice_url: 'https://other.example/' });
    const [number] = network.standIn.account.numbers;
    await expect.poll(() => number?.voice_url).toContain('/conn_1/voice');
    await network.service.setConnections([]);
    expect(network.service.connectionStates()).toEqual([]);
    await expect.poll(() => number?.voice_url).toBe('');
    expect(other.voice_url).toBe('https://other.example/');
    const ending = await open();
    await ending.service.close();
    await settle();
    expect(ending.standIn.account.numbers[0]?.voice_url).toContain('/conn_1/voice');
  });

  test('an account that failed is looked at again by itself', async () => {
    const network = await open({ authToken: 'not the right one' });
    const { refused } = network.standIn;
    await network.timing.advance(15_000);
    await expect.poll(() => network.standIn.refused).toBe(refused + 1);
    await settle();
  });
});
