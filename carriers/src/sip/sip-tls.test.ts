import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { localTls, namedTls, trustingTls } from './testing/testing-certificates.ts';
import { writeOffer, writeRequest } from './testing/testing-messages.ts';
import { TestingScheduler } from './testing/testing-scheduler.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: Parameters<typeof openTestingService>[0] = {}): Promise<TestingService> {
  const one = await openTestingService(options);
  closing.push(() => one.service.close());
  return one;
}

const trunkAt = (port: number, settings: Record<string, unknown> = {}) => [
  { id: 'con_a', workspaceId: 'wsp_a', settings: { host: '127.0.0.1', transport: 'tls', port, ...settings } },
];

describe('a trunk over TLS', () => {
  const detail = (ours: TestingService) => ours.service.connectionStates()[0]?.detail;

  test('is reached by the name of its certificate, whatever address it has', async () => {
    const provider = await open({ tls: namedTls });
    const lookups = { listServices: async () => [], listAddresses: async () => ['127.0.0.1'] };
    const [named, other] = await Promise.all(
      ['sip.example.com', 'sip.example.org'].map((host) =>
        open({ tls: trustingTls, connections: trunkAt(provider.port + 1, { host }), lookups }),
      ),
    );
    await until(() => named!.service.canReach('+14155550123', 'wsp_a'), 'reached');
    await until(() => detail(other!)?.includes('sip.example.org is not to be trusted') === true, 'refused');
    expect(other?.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });

  test('of an authority that is not ours is told by its reason', async () => {
    const provider = await open({ tls: localTls });
    const ours = await open({ connections: trunkAt(provider.port + 1) });
    const reason =
      'The certificate of 127.0.0.1 is not to be trusted: unable to verify the first certificate.';
    await until(() => detail(ours) === reason, 'refused');
    expect(provider.calls).toEqual([]);
  });

  test('that speaks no TLS on its port is told by its reason', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => undefined).write('SIP/2.0 400 What?\r\n\r\n'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => void server.close());
    const ours = await open({ connections: trunkAt((server.address() as AddressInfo).port) });
    await until(() => detail(ours)?.includes('does not speak TLS') === true, 'told');
  });
});

describe('our own TLS', () => {
  test('is listened for with a certificate only, and told', async () => {
    const [bare, dressed] = [await open(), await open({ tls: localTls })];
    expect(bare.service.listening().tlsPort).toBeUndefined();
    expect(bare.service.status().detail).toContain('UDP and TCP.');
    expect(dressed.service.listening().tlsPort).toBe(dressed.port + 1);
    expect(dressed.service.status().detail).toContain(`UDP and TCP, and on ${dressed.port + 1} for TLS.`);
  });

  test('cuts strangers off before a word is said', async () => {
    const ours = await open({ tls: localTls, isLocal: () => false });
    const isCut = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: ours.port + 1, rejectUnauthorized: false });
      socket.on('secureConnect', () => resolve(false));
      socket.on('close', () => resolve(true));
      socket.on('error', () => undefined);
      closing.push(() => void socket.destroy());
    });
    expect(isCut).toBe(true);
  });

  test('shows a certificate that was renewed without a restart, and stays with the old when the new is broken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const tls = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const place = (certificate: string, key: string) => {
      copyFileSync(certificate, tls.certificate);
      copyFileSync(key, tls.key);
    };
    place(localTls.certificate!, localTls.key!);
    const scheduler = new TestingScheduler();
    const ours = await open({ tls, scheduler });
    const shownName = () =>
      new Promise<string>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: ours.port + 1, rejectUnauthorized: false });
        socket.on('secureConnect', () => {
          resolve(String(socket.getPeerCertificate().subject.CN));
          socket.destroy();
        });
      });
    expect(await shownName()).toBe('localhost');
    place(namedTls.certificate!, localTls.key!);
    scheduler.advance(3_600_000);
    await until(() => ours.logs.some((log) => log.startsWith('error')), 'the broken pair is told');
    expect(await shownName()).toBe('localhost');
    place(namedTls.certificate!, namedTls.key!);
    await until(() => {
      scheduler.advance(3_600_000);
      return ours.logs.some((log) => log.includes('was renewed'));
    }, 'renewed');
    expect(await shownName()).toBe('sip.example.com');
  });

  test.each([
    ['SIP_TLS_CERT cannot be read', { ...localTls, certificate: '/nowhere.pem' }],
    ['SIP_TLS_KEY is no PEM file', { ...localTls, key: import.meta.filename }],
    ['do not fit together', { ...localTls, key: namedTls.key }],
  ])('is refused at the start where it %s', async (reason, tls) => {
    await expect(openTestingService({ tls })).rejects.toThrow(reason);
  });

  test('says which port is taken', async () => {
    const first = await open();
    await expect(openTestingService({ port: first.port - 1, tls: localTls })).rejects.toThrow(
      `The port for TLS, next to SIP_PORT, is taken: 127.0.0.1:${first.port}`,
    );
  });

  test('answers an address that demands it with such an address', async () => {
    const ours = await open({ tls: localTls });
    const socket = connect({ host: '127.0.0.1', port: ours.port + 1, rejectUnauthorized: false });
    closing.push(() => void socket.destroy());
    let heard = '';
    socket.on('data', (data: Buffer) => {
      heard += data.toString();
    });
    const lines = {
      'Request-URI': `sips:+14155550123@127.0.0.1:${ours.port + 1}`,
      Via: 'SIP/2.0/TLS 127.0.0.1:5999;branch=z9hG4bKtls',
    };
    socket.write(writeRequest('INVITE', lines, writeOffer()));
    await until(() => heard.includes('SIP/2.0 200'), 'answered');
    expect(heard).toMatch(
      new RegExp(`Contact: <sips:\\+14155550123@127.0.0.1:${ours.port + 1};transport=tls>`, 'i'),
    );
    expect(ours.calls[0]?.offer.toNumber).toBe('+14155550123');
  });
});
