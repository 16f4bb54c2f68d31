import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type OutboundOptions, openOutbound } from './open-outbound.ts';
import type { Outbound } from './outbound.ts';

const opened: (Outbound | Server | TcpServer)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) {
    if ('closeAllConnections' in each) each.closeAllConnections();
    await new Promise<unknown>((resolve) => ('fetch' in each ? resolve(each.close()) : each.close(resolve)));
  }
});

const open = (options: Partial<OutboundOptions> = {}): Outbound => {
  const outbound = openOutbound({ allowsPrivate: true, userAgent: 'Parley', ...options });
  opened.push(outbound);
  return outbound;
};
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
/** A server of bytes; each connection is handed over. */
const serveBytes = async (onData: (socket: import('node:net').Socket) => void): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => onData(socket));
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { failure?: string }) => error.failure,
  );

describe('a request to the outside', () => {
  test('is answered whatever the status, with what was sent', async () => {
    const url = await serve((request, response) => {
      response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
      response.end(`${request.method} ${request.headers['user-agent']} ${request.headers['x-one']}`);
    });
    const answer = await open().fetch(`${url}/a?b=1`, {
      method: 'POST',
      headers: { 'x-one': '1' },
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 418, isCut: false, url: `${url}/a?b=1` });
    expect(answer.headers['set-cookie']).toBe('a=1, b=2');
    expect(Buffer.from(answer.body).toString()).toBe('POST Parley 1');
  });

  test('reads no more of a huge answer than it was told to', async () => {
    let written = 0;
    const url = await serve((_request, response) => {
      const push = (): void => {
        while (!response.destroyed && written < 500_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) {
            response.once('drain', push);
            return;
          }
        }
      };
      push();
    });
    const answer = await open().fetch(url, { maxAnswerBytes: 1_000 });
    expect([answer.status, answer.body.length, answer.isCut]).toEqual([200, 1_000, true]);
    expect(written).toBeLessThan(100_000_000);
  });

  test('follows redirects only when told to, and each is held to the same rules', async () => {
    const url = await serve((request, response) => {
      const to = { '/one': '/two', '/two': '/end', '/loop': '/loop', '/in': 'http://169.254.169.254/' };
      const location = to[request.url as '/one'];
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end(request.url);
    });
    const outbound = open();
    expect((await outbound.fetch(`${url}/one`)).status).toBe(302);
    expect((await outbound.fetch(`${url}/one`, { maxRedirects: 2 })).url).toBe(`${url}/end`);
    expect(await failureOf(outbound.fetch(`${url}/loop`, { maxRedirects: 3 }))).toBe('too_many_redirects');
    expect(await failureOf(outbound.fetch(`${url}/in`, { maxRedirects: 3 }))).toBe('address_refused');
  });

  test.each([
    ['that never answers', () => undefined, 'timed_out'],
    [
      'that drips its answer',
      (socket: import('node:net').Socket) =>
        void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na'),
      'timed_out',
    ],
    ['that hangs up', (socket: import('node:net').Socket) => void socket.destroy(), 'connection_failed'],
    [
      'that speaks no HTTP',
      (socket: import('node:net').Socket) => void socket.end('SSH-2.0-OpenSSH\r\n'),
      'answer_broken',
    ],
  ])('to a server %s fails with the reason', async (_what, onData, failure) => {
    const url = await serveBytes(onData);
    expect(await failureOf(open().fetch(url, { timeoutMs: 300 }))).toBe(failure);
  });

  test('to nobody, to plain HTTP as https, and to no name fails with the reason', async () => {
    const url = await serve((_request, response) => response.end());
    expect(await failureOf(open().fetch(url.replace('http:', 'https:')))).toBe('tls_failed');
    expect(await failureOf(open().fetch('http://127.0.0.1:9/'))).toBe('connection_failed');
    expect(await failureOf(open({ resolve: async () => [] }).fetch('http://nobody.example/'))).toBe(
      'name_not_found',
    );
  });
});

describe('addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.0.0.1./',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://[fd12::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://100.64.0.1/',
  ])('%s is refused', async (url) => {
    expect(await failureOf(open({ allowsPrivate: false }).fetch(url))).toBe('address_refused');
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:1',
    'nonsense',
    'https://a:b@example.com/',
  ])('%s is no address to ask', (url) =>
    expect(() => open().checkUrl(url)).toThrow(expect.objectContaining({ failure: 'url_invalid' })),
  );

  test('a public name that leads to a private address is refused, and no connection is made', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const outbound = open({
      allowsPrivate: false,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const named = url.replace('127.0.0.1', 'rebound.example');
    expect(await failureOf(outbound.fetch(named))).toBe('address_refused');
    expect(asked).toBe(0);
  });

  test('a name that changes after it was checked is not asked about again', async () => {
    const url = await serve((_request, response) => response.end('here'));
    let lookups = 0;
    const outbound = open({
      resolve: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
      },
    });
    const named = url.replace('127.0.0.1', 'rebound.example');
    expect((await outbound.fetch(named)).status).toBe(200);
    expect(lookups).toBe(1);
  });
});
