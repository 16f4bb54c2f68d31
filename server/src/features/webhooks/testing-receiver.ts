import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type TestReceiver = {
  url: string;
  /** Everything it was sent, whatever it answered. */
  received: Received[];
  /** Requests it was holding at once, at most. */
  mostAtOnce(): number;
  /** Answers what it holds, and holds no more. */
  release(): void;
  close(): Promise<void>;
};

/**
 * A receiver that behaves as its path says: `/ok`, `/status/<code>`, `/redirect` (to /ok), `/huge` (megabytes),
 * `/nul` (bytes no database keeps), `/close` (hangs up), `/silent` (answers once released).
 */
export async function openTestReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  const held = new Set<() => void>();
  let mostAtOnce = 0;
  let isReleased = false;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ path, headers: request.headers, body });
    if (path === '/close') return void request.socket.destroy();
    if (path === '/redirect') return void response.writeHead(307, { location: '/ok' }).end();
    if (path === '/huge') return void response.end('x'.repeat(3_000_000));
    if (path === '/nul') return void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62]));
    if (path === '/silent' && !isReleased) {
      const answer = (): void => void response.end('at last');
      held.add(answer);
      mostAtOnce = Math.max(mostAtOnce, held.size);
      request.socket.on('close', () => held.delete(answer));
      return;
    }
    const status = /^\/status\/(\d{3})$/.exec(path)?.[1];
    response.writeHead(Number(status ?? 200)).end('thank you');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    mostAtOnce: () => mostAtOnce,
    release() {
      isReleased = true;
      for (const answer of held) answer();
      held.clear();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
