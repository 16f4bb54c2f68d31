import { describe, expect, test } from 'vitest';
import { StreamFraming } from './stream-framing.ts';

function message(callId: string, body = '', length: number | string = Buffer.byteLength(body)): string {
  return [
    'OPTIONS sip:127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKabc',
    'From: <sip:a@127.0.0.1>;tag=1',
    'To: <sip:127.0.0.1>',
    `Call-ID: ${callId}`,
    'CSeq: 1 OPTIONS',
    ...(length === '' ? [] : [`Content-Length: ${length}`]),
    '',
    body,
  ].join('\r\n');
}

function push(framing: StreamFraming, text: string) {
  const { parsed, pings, isBroken } = framing.push(Buffer.from(text));
  return { callIds: parsed.map((one) => one.message?.callId ?? one.fault), pings, isBroken };
}

describe('a stream of messages', () => {
  test('is cut by length, however the network cut it', () => {
    const whole = message('one', 'ä body') + message('two');
    const bytes = Buffer.from(whole);
    for (const size of [1, 7, 100, bytes.length]) {
      const framing = new StreamFraming();
      const seen: (string | undefined)[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        const { parsed } = framing.push(bytes.subarray(at, at + size));
        seen.push(...parsed.map((one) => `${one.message?.callId} ${one.message?.body}`));
      }
      expect(seen).toEqual(['one ä body', 'two ']);
    }
  });

  test('counts a double CRLF between messages as a question for life, also when it comes in parts', () => {
    const framing = new StreamFraming();
    expect(push(framing, '\r\n\r\n')).toMatchObject({ pings: 1 });
    expect(push(framing, '\r\n')).toMatchObject({ pings: 0 });
    expect(push(framing, '\r\n')).toMatchObject({ pings: 1 });
    expect(push(framing, `\r\n${message('after')}`)).toMatchObject({ callIds: ['after'], pings: 0 });
  });

  test('is given up when the next message could not be found: no length, a negative one, a huge one', () => {
    for (const length of ['', '-5', 'abc', 70_000]) {
      const framing = new StreamFraming();
      expect(push(framing, message('x', '', length))).toMatchObject({
        callIds: ['Content-Length'],
        isBroken: true,
      });
      expect(push(framing, message('later'))).toEqual({ callIds: [], pings: 0, isBroken: true });
    }
  });

  test('is given up when headers never end', () => {
    const framing = new StreamFraming();
    expect(push(framing, 'OPTIONS '.repeat(4000)).isBroken).toBe(false);
    expect(push(framing, 'OPTIONS '.repeat(5000)).isBroken).toBe(true);
  });

  test('goes on behind a message that was faulty but had a length', () => {
    const faulty = message('bad', 'body').replace('CSeq: 1 OPTIONS', 'CSeq: nonsense');
    expect(push(new StreamFraming(), faulty + message('good'))).toMatchObject({
      callIds: ['CSeq', 'good'],
      isBroken: false,
    });
  });
});
