import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../../platform/log/open-log.ts';
import { checkPerson } from './person-check.ts';

let service: Server | undefined;
afterEach(() => {
  service?.closeAllConnections();
  service?.close();
});

/** Asks a stand-in of the service about a token; the code of the error, or `ok`. */
async function ask(
  answer: RequestListener,
  given: { token?: string; answerMaxMs?: number } = {},
): Promise<{ outcome: string; asked: URLSearchParams[] }> {
  const asked: URLSearchParams[] = [];
  service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push(new URLSearchParams(body));
    answer(request, response);
  });
  await new Promise<void>((resolve) => service?.listen(0, '127.0.0.1', resolve));
  const verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
  const config = {
    publicUrl: 'https://voice.example.com',
    recaptcha: { secretKey: 'the-secret-key', verifyUrl, minScore: 0.5 },
  };
  const { token = 'a-token', answerMaxMs = 5_000 } = given;
  const outcome = await checkPerson(
    { config, log: silentLog },
    { token, address: '203.0.113.1', answerMaxMs },
  ).then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
  return { outcome, asked };
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('without keys nobody is asked', async () => {
  const config = { publicUrl: 'https://voice.example.com', recaptcha: undefined };
  await checkPerson({ config, log: silentLog }, { token: undefined, address: '203.0.113.1' });
});

test('the service is told the secret, the token and the address, and its word counts', async () => {
  const good = { success: true, hostname: 'voice.example.com', score: 0.9, action: 'signup' };
  const { outcome, asked } = await ask(json(good));
  expect(outcome).toBe('ok');
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    secret: 'the-secret-key',
    response: 'a-token',
    remoteip: '203.0.113.1',
  });
});

test.each([
  ['says no', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['means another site', { success: true, hostname: 'evil.example' }],
  ['means another action', { success: true, action: 'login' }],
  ['thinks it is a program', { success: true, score: 0.1 }],
])('a service that %s lets nobody in', async (_what, verdict) => {
  expect((await ask(json(verdict))).outcome).toBe('recaptcha_refused');
});

test.each<[string, RequestListener]>([
  ['lies about the form', json({ success: 'true' })],
  ['answers with a page', (_request, response) => void response.end('<h1>Welcome</h1>')],
  ['fails', json({ success: true }, 500)],
  ['leads elsewhere', (_request, response) => void response.writeHead(302, { location: '/other' }).end()],
  ['hangs up', (request) => void request.socket.destroy()],
  ['scores beyond measure', json({ success: true, score: 99 })],
])('a service that %s lets nobody in, and says that it is not the visitor’s fault', async (_what, answer) => {
  expect((await ask(answer)).outcome).toBe('recaptcha_unavailable');
});

test('a service that does not answer is not waited for', async () => {
  expect((await ask(() => undefined, { answerMaxMs: 50 })).outcome).toBe('recaptcha_unavailable');
});

test('no token at all is refused without asking', async () => {
  const { outcome, asked } = await ask(json({ success: true }), { token: '' });
  expect([outcome, asked.length]).toEqual(['recaptcha_refused', 0]);
});
