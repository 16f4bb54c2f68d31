import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenHttpServer } from './open-http-server.ts';
import { openTestHttpServer, testBrand } from './testing-http-server.ts';
import type { Brand } from './web-app.ts';

let folder: string;
let server: OpenHttpServer;
const get = (url: string, headers: Record<string, string> = {}) =>
  server.fastify.inject({ method: 'GET', url, headers });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-app-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<meta name="brand:product-name" content="App" /><meta name="brand:demo-url" content="" /><title>App</title>',
  );
  writeFileSync(join(folder, 'assets/main-1a2b.js'), 'start();');
  writeFileSync(join(folder, 'assets/main-1a2b.js.gz'), gzipSync('start();'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  ({ http: server } = await openTestHttpServer({ webRoot: pathToFileURL(`${folder}/`) }));
});
afterEach(() => server.close());

test.each(['/', '/app/dashboard', '/app/voice-agents/agt_1', '/login?next=/app', '/appendix'])(
  '%s is answered with the page of the app',
  async (url) => {
    const { statusCode, payload, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(payload).toContain('<title>Parley</title>');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('text/html');
  },
);

test.each(['/api/v1/nothing', '/api', '/dev/outbox', '/assets/gone-9z.js', '/..%2f..%2fpackage.json'])(
  '%s is not answered with the page',
  async (url) => {
    const { statusCode, payload } = await get(url);
    expect(statusCode).toBe(404);
    expect(payload).not.toContain('<title>');
  },
);

test('a file named by its content is cached for good and sent compressed where the browser takes it', async () => {
  const plain = await get('/assets/main-1a2b.js');
  expect(plain.payload).toBe('start();');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const compressed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(compressed.headers['content-encoding']).toBe('gzip');
});

test('the page carries the operator’s name and links, harmless whatever they hold', async () => {
  await server.close();
  const links = { ...testBrand, productName: 'A$&"<b>', demoUrl: 'https://demo.example.com/?a=1&b=2' };
  ({ http: server } = await openTestHttpServer({ webRoot: pathToFileURL(`${folder}/`), config: { links } }));
  const { payload } = await get('/login');
  expect(payload).toBe(
    '<meta name="brand:product-name" content="A$&amp;&quot;&lt;b&gt;" />' +
      '<meta name="brand:demo-url" content="https://demo.example.com/?a=1&amp;b=2" /><title>A$&amp;&quot;&lt;b&gt;</title>',
  );
});

test('without a built app the API is served alone', async () => {
  await server.close();
  ({ http: server } = await openTestHttpServer({ webRoot: pathToFileURL(`${folder}/nowhere/`) }));
  expect((await get('/')).statusCode).toBe(404);
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('pages may load from elsewhere only what the operator configured', async () => {
  const policyOf = async (links: Partial<Brand>) => {
    await server.close();
    ({ http: server } = await openTestHttpServer({
      webRoot: pathToFileURL(`${folder}/`),
      config: { links: { ...testBrand, ...links } },
    }));
    const policy = String((await get('/login')).headers['content-security-policy']);
    return Object.fromEntries(policy.split(';').map((part) => [part.split(' ', 1)[0], part]));
  };
  const plain = await policyOf({});
  expect(JSON.stringify(plain)).not.toContain('https:');
  const proved = await policyOf({ recaptchaSiteKey: 'site-key-of-a-test' });
  expect(proved['script-src']).toContain('https://www.gstatic.com/recaptcha/');
  expect(proved['frame-src']).toContain('https://www.google.com/recaptcha/');
  expect(proved['img-src']).toBe(plain['img-src']);
  const drawn = await policyOf({ avatarUrl: 'https://avatars.example.com/{hash}?s={size}' });
  expect(drawn['img-src']).toContain(' https://avatars.example.com');
  expect(drawn['script-src']).toBe(plain['script-src']);
});
