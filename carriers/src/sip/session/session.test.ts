import { describe, expect, test } from 'vitest';
import { SipHeaders } from '../message/headers.ts';
import { readRequest, writeOffer, writeRequest } from '../testing/testing-messages.ts';
import { TestingScheduler } from '../testing/testing-scheduler.ts';
import { findSessionBody } from './find-session-body.ts';
import { readSession } from './read-session.ts';
import { answerSessionExpires, readSessionExpires, SessionTimer } from './session-timer.ts';
import { writeSession } from './write-session.ts';

describe('a session description', () => {
  test('is read: address, codecs in their order, touch-tones, direction', () => {
    const text = writeOffer({
      formats: '96 9 0 8 101 102',
      maps: ['96 opus/48000/2', '102 telephone-event/48000', '101 telephone-event/8000'],
      direction: 'recvonly',
      more: ['a=rtcp:40555'],
    });
    expect(readSession(text)).toMatchObject({
      address: '127.0.0.1',
      port: 40_100,
      rtcpPort: 40_555,
      codecs: [
        { name: 'G722', payloadType: 9 },
        { name: 'PCMU', payloadType: 0 },
        { name: 'PCMA', payloadType: 8 },
      ],
      telephoneEventPayloadType: 101,
      direction: 'recvonly',
      audioIndex: 0,
    });
  });

  test('knows a codec by name whatever its number, and none of another rate', () => {
    const text = writeOffer({ formats: '97 98 0', maps: ['97 pcma/8000', '98 PCMU/16000', '0 PCMU/8000'] });
    expect(readSession(text)?.codecs).toEqual([
      { name: 'PCMA', payloadType: 97 },
      { name: 'PCMU', payloadType: 0 },
    ]);
  });

  test('holds us by direction, by the direction of the whole session, and by 0.0.0.0 (RFC 3264 section 8.4)', () => {
    expect(readSession(writeOffer({ direction: 'sendonly' }))?.direction).toBe('sendonly');
    expect(readSession(writeOffer({ address: '0.0.0.0' }))?.direction).toBe('sendonly');
    expect(readSession(writeOffer({ address: '0.0.0.0', direction: 'inactive' }))?.direction).toBe(
      'inactive',
    );
    const whole = writeOffer().replace('t=0 0', 't=0 0\r\na=inactive').replace('a=sendrecv\r\n', '');
    expect(readSession(whole)?.direction).toBe('inactive');
  });

  test.each([
    ['nothing', ''],
    ['noise', 'v=0\r\n\u0000\u0001'],
    ['no audio', writeOffer().replace('m=audio', 'm=video')],
    ['audio that is refused', writeOffer({ port: 0 })],
    ['a port beyond any', writeOffer({ port: 70_000 })],
    ['an address that is a number', writeOffer({ address: '1' })],
    ['an address that is a name', writeOffer({ address: 'phone.example.com' })],
    ['encrypted audio only', writeOffer().replace('RTP/AVP', 'RTP/SAVP')],
    [
      'far too much',
      writeOffer({ more: Array.from({ length: 2000 }, (_, index) => `a=x:${index} padding`) }),
    ],
  ])('is none with %s', (_, text) => {
    expect(readSession(text)).toBeUndefined();
  });

  test('is written so that it reads the same', () => {
    const text = writeSession({
      origin: { id: 7, version: 3 },
      address: '::1',
      port: 40_000,
      rtcpPort: 40_001,
      codecs: [{ name: 'G722', payloadType: 9 }],
      telephoneEventPayloadType: 101,
      keys: [],
      direction: 'sendrecv',
    });
    expect(text).toContain('o=- 7 3 IN IP6 ::1\r\n');
    expect(text).not.toContain('a=rtcp');
    expect(readSession(text)).toMatchObject({
      address: '::1',
      port: 40_000,
      codecs: [{ name: 'G722', payloadType: 9 }],
      telephoneEventPayloadType: 101,
    });
  });

  test('answers every stream of the offer in its place, ours and the refused ones (RFC 3264 section 6)', () => {
    const text = `${writeOffer().replace('m=audio', 'm=video 5000 RTP/AVP 31\r\nm=audio')}m=text 6000 RTP/AVP 98\r\n`;
    const offered = readSession(text);
    const answer = writeSession({
      origin: { id: 1, version: 1 },
      address: '127.0.0.1',
      port: 40_000,
      rtcpPort: 40_001,
      codecs: [{ name: 'PCMU', payloadType: 0 }],
      telephoneEventPayloadType: null,
      keys: [],
      direction: 'sendrecv',
      ...(offered ? { offered } : {}),
    });
    expect(answer.match(/^m=.*$/gm)).toEqual([
      'm=video 0 RTP/AVP 31',
      'm=audio 40000 RTP/AVP 0',
      'm=text 0 RTP/AVP 98',
    ]);
  });

  test('is found in a multipart body, and not in what is encoded or no description (RFC 4475 section 3.1.1.11)', () => {
    const part = (type: string, body: string) => `--mark\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
    const body = `${part('application/isup', 'xx')}${part('application/sdp', 'v=0\r\n')}--mark--`;
    const find = (type: string, text: string, more = {}) =>
      findSessionBody(readRequest(writeRequest('INVITE', { 'Content-Type': type, ...more }, text)));
    expect(find('multipart/mixed;boundary="mark"', body)).toMatchObject({
      kind: 'session',
      text: 'v=0\r\n\r\n',
    });
    expect(find('application/unknown', 'x').kind).toBe('unsupported');
    expect(find('application/sdp', 'v=0', { 'Content-Encoding': 'gzip' }).kind).toBe('unsupported');
    expect(find('multipart/mixed', body).kind).toBe('unsupported');
    expect(find('application/sdp', '').kind).toBe('none');
  });
});

describe('session timers (RFC 4028)', () => {
  const answer = (headers: Record<string, string>) => {
    const all = new SipHeaders();
    for (const [name, value] of Object.entries(headers)) all.append(name, value);
    return answerSessionExpires(all);
  };

  test.each([
    ['none without interest', {}, { kind: 'none' }],
    [
      'one of ours where the caller can',
      { supported: 'timer' },
      { seconds: 1800, refresher: 'them', isRequired: true },
    ],
    [
      'as the caller wishes',
      { supported: 'timer', 'session-expires': '300' },
      { seconds: 300, refresher: 'them' },
    ],
    [
      'refreshed by us when the caller wants that',
      { supported: 'timer', 'session-expires': '300;refresher=uas' },
      { header: '300;refresher=uas', refresher: 'us', isRequired: false },
    ],
    [
      'refreshed by us when a proxy asks for a caller that cannot',
      { 'session-expires': '600' },
      { refresher: 'us' },
    ],
    ['not shorter than the caller takes', { supported: 'timer', 'min-se': '4000' }, { seconds: 4000 }],
    ['refused when too short', { supported: 'timer', 'session-expires': '60' }, { kind: 'too_short' }],
    [
      'nothing said when too short and the caller would not understand',
      { 'session-expires': '60' },
      { kind: 'none' },
    ],
  ])('are %s', (_, headers, wanted) => {
    expect(answer(headers)).toMatchObject(wanted);
  });

  test('read nonsense as nothing', () => {
    expect(readSessionExpires(new SipHeaders().set('session-expires', 'soon'))).toBeUndefined();
  });

  test('refresh at half time when it is our turn, else hang up a little before the end', () => {
    const scheduler = new TestingScheduler();
    const events: string[] = [];
    const timer = new SessionTimer({
      scheduler,
      onRefresh: () => events.push('refresh'),
      onExpired: () => events.push('expired'),
    });
    timer.start(90, 'us');
    scheduler.advance(45_000);
    expect(events).toEqual(['refresh']);
    timer.start(90, 'them');
    scheduler.advance(59_999);
    expect(events).toEqual(['refresh']);
    scheduler.advance(1);
    expect(events).toEqual(['refresh', 'expired']);
    timer.start(90, 'them');
    timer.stop();
    scheduler.advance(90_000);
    expect([events.length, scheduler.pending]).toEqual([2, 0]);
  });
});
