import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AccountSettings, accountFromEnvironment, accountSettings } from './account-settings.ts';
import { StandIn } from './testing/stand-in.ts';
import { refuse } from './testing/stand-in-route.ts';
import { TwilioApi } from './twilio-api.ts';
import { TwilioError } from './twilio-error.ts';

let standIn: StandIn;
const waits: number[] = [];
beforeEach(async () => {
  standIn = await StandIn.open();
  waits.length = 0;
});
afterEach(() => standIn.close());

const { signal } = new AbortController();
const open = (more: Partial<AccountSettings> = {}) =>
  new TwilioApi(accountSettings.parse({ ...standIn.settings, ...more }), async (ms) => void waits.push(ms));
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(TwilioError);
  return error as TwilioError;
};
const listNumbers = (api: TwilioApi, limit?: number) =>
  api.list(
    api.accountPath('IncomingPhoneNumbers.json'),
    { name: 'incoming_phone_numbers', query: { PageSize: '2' }, ...(limit !== undefined && { limit }) },
    signal,
  );
const update = (api: TwilioApi, sid: string, isRepeatable: boolean) =>
  api.send(
    {
      method: 'POST',
      path: api.accountPath(`IncomingPhoneNumbers/${sid}.json`),
      form: { VoiceUrl: 'https://x.example/voice' },
      isRepeatable,
    },
    signal,
  );

describe('requests to an account', () => {
  test('a list is read page by page, in order, up to a limit', async () => {
    for (let each = 0; each < 5; each += 1) standIn.account.addNumber(`+1415555010${each}`);
    const found = (await listNumbers(open())) as { phone_number: string }[];
    expect(found.map((number) => number.phone_number.at(-1)).join('')).toBe('01234');
    expect(standIn.requests).toHaveLength(3);
    expect(await listNumbers(open(), 3)).toHaveLength(3);
  });

  test('an API key signs instead of the auth token', async () => {
    const { apiKeySid, apiKeySecret } = standIn.account;
    expect(
      await listNumbers(open({ authToken: 'no longer the right one', apiKeySid, apiKeySecret })),
    ).toEqual([]);
  });

  test('a wrong token is told in words, without it, and asked for once', async () => {
    const error = await failureOf(listNumbers(open({ authToken: 'wrong-token-of-twenty' })));
    expect(error).toMatchObject({ kind: 'wrong_key', status: 401, code: 20003 });
    expect(error.message).not.toContain('wrong-token');
    expect(standIn.refused).toBe(1);
  });

  test('a page elsewhere is not followed with the key', async () => {
    standIn.script({ status: 200, body: { incoming_phone_numbers: [1], next_page_uri: '//evil.example/x' } });
    expect(await listNumbers(open())).toEqual([1]);
    expect(standIn.requests).toHaveLength(1);
  });

  test('a read is tried again while Twilio is busy or broken, and waits as long as it is told', async () => {
    standIn.script({ ...refuse(429, 20429, 'Too Many Requests'), headers: { 'retry-after': '2' } });
    standIn.script(refuse(503, 20503, 'Service Unavailable'));
    expect(await listNumbers(open())).toEqual([]);
    expect(waits).toEqual([2_000, 1_000]);
    for (let tries = 0; tries < 3; tries += 1) standIn.script('drop');
    expect(await failureOf(listNumbers(open()))).toMatchObject({ kind: 'unavailable' });
  });

  test('what creates something is repeated only where it was certainly not done', async () => {
    const { sid } = standIn.account.addNumber('+14155550100');
    standIn.script('drop-after');
    expect(await failureOf(update(open(), sid, false))).toMatchObject({ mayHaveBeenDone: true });
    expect(standIn.requests).toHaveLength(1);
    standIn.script(refuse(500, 20500, 'Internal Server Error'));
    expect(await failureOf(update(open(), sid, false))).toMatchObject({ mayHaveBeenDone: true });
    standIn.script(refuse(429, 20429, 'Too Many Requests'));
    await update(open(), sid, false);
    standIn.script('drop-after');
    await update(open(), sid, true);
    expect(standIn.requests).toHaveLength(6);
  });

  test('where nothing listens, nothing was done', async () => {
    const api = open();
    await standIn.close();
    const error = await failureOf(update(api, 'PN', false));
    expect(error).toMatchObject({ kind: 'unavailable', mayHaveBeenDone: false });
    standIn = await StandIn.open();
  });

  test.each([
    ['a page of somebody else', { status: 200, body: 'hello' }, 'malformed'],
    ['a list that is none', { status: 200, body: { incoming_phone_numbers: 7 } }, 'malformed'],
    ['a refusal', refuse(400, 21211, 'The number is not valid.'), 'refused'],
    ['what is not there', refuse(404, 20404, 'not found'), 'not_found'],
  ])('%s is named', async (_what, answer, kind) => {
    standIn.script(answer);
    expect(await failureOf(listNumbers(open()))).toMatchObject({ kind });
  });

  test('an aborted request ends with the reason of the abort', async () => {
    const stop = new AbortController();
    stop.abort(new Error('Nobody waits any more.'));
    const api = open();
    await expect(api.get(api.accountPath('Calls.json'), {}, stop.signal)).rejects.toThrow('Nobody waits');
    expect(standIn.requests).toEqual([]);
  });
});

describe('the account of the operator', () => {
  const sid = `AC${'0'.repeat(32)}`;

  test('is read from the environment', () => {
    expect(accountFromEnvironment({})).toBeUndefined();
    expect(
      accountFromEnvironment({ TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'a token of some length' }),
    ).toMatchObject({ accountSid: sid, baseUrl: 'https://api.twilio.com', callerId: '' });
  });

  test.each([
    [
      { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a token of some length' },
      'TWILIO_ACCOUNT_SID cannot be used',
    ],
    [{ TWILIO_ACCOUNT_SID: sid }, 'TWILIO_AUTH_TOKEN must be set beside TWILIO_ACCOUNT_SID'],
  ])('says which value cannot be used', (environment, sentence) => {
    expect(() => accountFromEnvironment(environment)).toThrow(sentence);
  });
});
