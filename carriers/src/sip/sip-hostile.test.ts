import { createSocket } from 'node:dgram';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRandom, mutate } from './testing/mutate.ts';
import { settle } from './testing/settle.ts';
import { writeOffer, writeRequest } from './testing/testing-messages.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import { TestingScheduler } from './testing/testing-scheduler.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

let peer: TestingPeer;
let ours: TestingService;
let scheduler: TestingScheduler;

beforeEach(async () => {
  peer = await TestingPeer.open();
  scheduler = new TestingScheduler();
  ours = await openTestingService({ scheduler });
});

afterEach(async () => {
  await ours.service.close();
  peer.close();
});

/** A whole call still goes through. */
async function expectAlive(): Promise<void> {
  const before = ours.calls.length;
  const { answer } = await peer.ring(ours.port);
  peer.send(peer.writeInDialog('BYE', answer, 2), ours.port);
  await peer.nextResponse(200);
  expect(ours.calls.length).toBe(before + 1);
}

/** Ends what hostile messages opened, lets all timers run out, and finds nothing left. */
async function expectNothingLeft(): Promise<void> {
  for (const { offer } of ours.calls) offer.leg.hangUp();
  await until(() => {
    scheduler.advance(64_000);
    const { transactions, dialogs, legs } = ours.service.counts();
    return transactions + dialogs + legs === 0;
  }, 'everything is gone');
  expect(ours.media.reserved.size).toBe(0);
  expect(scheduler.pending).toBe(0);
}

async function openTcp(): Promise<{ socket: Socket; text: () => string; isClosed: () => boolean }> {
  const socket = connect(ours.port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, text: () => text, isClosed: () => isClosed };
}

const viaTcp = { Via: 'SIP/2.0/TCP 127.0.0.1:5999;branch=z9hG4bKtcp;rport' };

describe('over TCP', () => {
  test('messages that come in pieces or together are answered, and a double CRLF is (RFC 5626 section 4.4.1)', async () => {
    const { socket, text } = await openTcp();
    const two =
      writeRequest('OPTIONS', { Via: `${viaTcp.Via}1` }) + writeRequest('OPTIONS', { Via: `${viaTcp.Via}2` });
    for (let at = 0; at < two.length; at += 50) {
      socket.write(two.slice(at, at + 50));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => text().split('SIP/2.0 200 OK').length === 3, 'both answered');
    const before = text().length;
    socket.write('\r\n\r\n');
    await until(() => text().length === before + 2, 'pong');
    expect(text().endsWith('\r\n\r\n\r\n')).toBe(true);
    socket.destroy();
  });

  test.each([
    ['no length', writeRequest('OPTIONS', viaTcp).replace(/Content-Length: \d+\r\n/, ''), '400'],
    [
      'a negative length',
      writeRequest('OPTIONS', viaTcp).replace('Content-Length: 0', 'Content-Length: -1'),
      '400',
    ],
    [
      'a length of a gigabyte',
      writeRequest('OPTIONS', viaTcp).replace('Length: 0', 'Length: 999999999'),
      '400',
    ],
    ['no message at all', `${'x'.repeat(70_000)}`, ''],
    ['another protocol', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  ])('%s is answered where it can be, and the connection closed', async (_, hostile, status) => {
    const { socket, text, isClosed } = await openTcp();
    socket.write(hostile);
    await until(isClosed, 'closed');
    expect(text().slice(0, 11)).toBe(status === '' ? '' : `SIP/2.0 ${status}`);
    await expectAlive();
  });

  test('who opens a connection and says nothing, or stops in the middle, is let go', async () => {
    const silent = await openTcp();
    const slow = await openTcp();
    slow.socket.write('INVITE sip:a@b SIP/2.0\r\nVia: ');
    await until(() => ours.service.counts().sockets === 6, 'both are open');
    scheduler.advance(10_000);
    await until(() => silent.isClosed() && slow.isClosed(), 'closed');
    expect(ours.service.counts().sockets).toBe(4);
  });

  test('a caller whose connection breaks is hung up on without harm', async () => {
    const { socket, text } = await openTcp();
    socket.write(
      writeRequest('INVITE', { ...viaTcp, Contact: '<sip:a@127.0.0.1:9;transport=tcp>' }, writeOffer()),
    );
    await until(() => text().includes('SIP/2.0 200 OK'), 'answered');
    socket.destroy();
    await until(() => ours.service.counts().sockets === 4, 'gone');
    ours.calls[0]?.offer.leg.hangUp();
    scheduler.advance(32_000);
    await expectNothingLeft();
    await expectAlive();
  });

  test('strangers are not even connected', async () => {
    const closed = await openTestingService({ scheduler, isLocal: () => false });
    const socket = connect(closed.port, '127.0.0.1');
    const isClosed = await new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(true));
    });
    expect(isClosed).toBe(true);
    await closed.service.close();
  });
});

describe('a message that means harm', () => {
  test('is dropped or refused, and calls go on', async () => {
    const socket = createSocket('udp4');
    const invite = writeRequest('INVITE', {}, writeOffer());
    const hostile = [
      '',
      '\r\n\r\n',
      'jaK\u0000\r\n\r\n',
      `INVITE ${'sip:'.repeat(5000)} SIP/2.0\r\n\r\n`,
      invite.replace(/From: .*/, `From: ${'<'.repeat(10_000)}`),
      invite.replace(/Via: .*/, `Via: ${'SIP/2.0/UDP a,'.repeat(2000)}`),
      invite.replace(/Contact: .*/, 'Contact: *'),
      invite.replace(/Contact: .*/, `Contact: <sip:a@${'a.'.repeat(500)}>`),
      invite.replace(/To: .*/, `To: ${'"\\'.repeat(5000)}`),
      invite.replace('m=audio 40100', 'm=audio 999999999999'),
      invite.replace('c=IN IP4 127.0.0.1', 'c=IN IP4 __proto__'),
      invite.replace('a=rtpmap:101', 'a=rtpmap:__proto__'),
      invite.replace(/Call-ID: .*/, 'Call-ID: __proto__'),
      invite.replace(/CSeq: .*/, 'CSeq: 2147483648 INVITE'),
      writeRequest('BYE', { To: '<sip:a@b>;tag=__proto__', 'Call-ID': 'constructor' }),
      writeRequest('ACK'),
      writeRequest('CANCEL'),
      // A response that nobody waits for, with an address to everybody (RFC 4475 section 3.3.11).
      invite
        .replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n')
        .replace(/Via: .*/, 'Via: SIP/2.0/UDP 192.0.2.198;branch=z9hG4bKx'),
    ];
    for (const text of hostile) socket.send(text, ours.port, '127.0.0.1');
    await settle(10);
    await expectAlive();
    await expectNothingLeft();
    socket.close();
  });
});

describe('3,000 broken messages', () => {
  test.each([1, 2])('of seed %i over UDP do no harm and leave nothing behind', async (seed) => {
    const random = createRandom(seed);
    const { answer } = await peer.ring(ours.port);
    const socket = createSocket('udp4');
    socket.on('error', () => undefined);
    const templates = () => [
      writeRequest('INVITE', {}, writeOffer()),
      writeRequest(
        'INVITE',
        { Supported: 'timer', 'Session-Expires': '100' },
        writeOffer({ formats: '9 0' }),
      ),
      writeRequest('OPTIONS'),
      writeRequest('REGISTER', { Expires: '60' }),
      writeRequest('CANCEL'),
      writeRequest('ACK'),
      peer.writeInDialog('INVITE', answer, 2 + Math.floor(random() * 1e6), {}, writeOffer()),
      peer.writeInDialog('UPDATE', answer, 2 + Math.floor(random() * 1e6), {}, writeOffer()),
      peer.writeInDialog('INFO', answer, 2 + Math.floor(random() * 1e6), {}, 'Signal=1'),
      writeRequest('INVITE').replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n'),
    ];
    for (let sent = 0; sent < 3000; sent += 30) {
      for (let index = 0; index < 30; index++) {
        const texts = templates();
        socket.send(mutate(texts[Math.floor(random() * texts.length)] ?? '', random), ours.port, '127.0.0.1');
      }
      scheduler.advance(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => ours.service.refusals().malformed > 500, 'most of them were read');
    socket.close();
    peer.received.length = 0;
    const fresh = await TestingPeer.open();
    await fresh.ring(ours.port);
    fresh.close();
    await expectNothingLeft();
  });

  test('over TCP do no harm either', async () => {
    const random = createRandom(3);
    for (let connections = 0; connections < 60; connections++) {
      const { socket } = await openTcp();
      for (let index = 0; index < 25; index++) {
        const text = writeRequest('INVITE', { Via: `${viaTcp.Via}${connections}-${index}` }, writeOffer());
        socket.write(mutate(text, random));
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
      socket.destroy();
    }
    await expectAlive();
    await expectNothingLeft();
  });
});
