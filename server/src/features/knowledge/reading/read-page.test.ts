import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openOutbound } from '../../../platform/outbound/open-outbound.ts';
import { decodeText } from './decode-text.ts';
import { readFile } from './read-file.ts';
import { readHtml } from './read-html.ts';
import { isAllowed, readPage } from './read-page.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(pages: Record<string, RequestListener>): Promise<string> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(address: string, allowsPrivate = true) {
  const outbound = openOutbound({ allowsPrivate, userAgent: 'Parley' });
  try {
    return await readPage(outbound, address, ({ type, bytes }) => readFile(type, Buffer.from(bytes)));
  } catch (error) {
    return String((error as Error).message);
  } finally {
    await outbound.close();
  }
}

const html = (body: string | Buffer, type = 'text/html; charset=utf-8'): RequestListener => {
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
};

test('a page gives its words under its headings, without menus and scripts', async () => {
  const words = 'We have answered the phone for our customers since 1974, and we mean to go on. '.repeat(6);
  const address = await serve({
    '/': html(`<!doctype html><title>Salon</title><nav><a href="/">Home</a></nav>
      <script>alert(1)</script><main><article><h1>About us</h1><p>${words}</p><h2>Hours</h2>
      <ul><li>Monday: 9 to 6</li><li>Sunday: closed</li></ul></article></main>`),
  });
  const page = await read(`${address}/`);
  expect(page).toMatchObject({ title: 'Salon' });
  const { text } = page as { text: string };
  expect(text).toContain('## Hours\nMonday: 9 to 6\nSunday: closed');
  expect(text).not.toMatch(/alert/);
});

test.each<[string, RequestListener, RegExp]>([
  ['is not there', (_, response) => response.writeHead(404).end(), /status 404/],
  [
    'redirects into the network',
    (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    /./,
  ],
  ['is larger than 5 MB', html(`<html>${'<p>text</p>'.repeat(600_000)}`), /larger than 5 MB/],
  ['is a picture', html(Buffer.from([0x89, 0x50, 0, 1, 2]), 'image/png'), /image\/png cannot be read/],
  [
    'is made by scripts',
    html('<!doctype html><body><div id="app"></div><script>x</script>'),
    /holds no text/,
  ],
])('a page that %s is told in words', async (_what, listener, words) => {
  const address = await serve({ '/page': listener });
  expect(await read(`${address}/page`)).toMatch(words);
});

test('this machine is refused where private networks are', async () => {
  const address = await serve({ '/': html('<html><p>Secret') });
  expect(await read(`${address}/`, false)).not.toContain('Secret');
});

test('robots.txt is respected, by the group that names us first', async () => {
  const address = await serve({
    '/robots.txt': html('User-agent: *\nDisallow: /private', 'text/plain'),
    '/private/a': html('<html><p>Hidden'),
    '/open': html('Open words.', 'text/plain'),
  });
  expect(await read(`${address}/private/a`)).toContain('robots.txt');
  expect(await read(`${address}/open`)).toMatchObject({ text: 'Open words.' });
});

test.each([
  ['', '/', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: Parley\nAllow: /\n\nUser-agent: *\nDisallow: /', '/a', true],
  ['User-agent: x\nUser-agent: parley\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
])('%j lets %s be read: %s', (robots, at, expected) => expect(isAllowed(robots, at)).toBe(expected));

test.each([
  ['latin-1 that claims nothing', Buffer.from('caf\xe9', 'latin1'), '', 'café'],
  ['latin-1 that claims to be UTF-8', Buffer.from('caf\xe9', 'latin1'), 'text/html; charset=utf-8', 'café'],
  [
    'UTF-16',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('café', 'utf16le')]),
    'text/plain',
    'café',
  ],
  ['cyrillic', Buffer.from([0xcf, 0xf0, 0xe8]), 'text/html; charset=windows-1251', 'При'],
  ['a charset that is none', Buffer.from('caf\xe9', 'latin1'), 'text/html; charset=klingon', 'café'],
])('%s is read as it was meant', (_what, body, type, expected) => {
  expect(decodeText({ body, headers: { 'content-type': type } })).toBe(expected);
});

test('a page of many short parts is taken whole', () => {
  const rows = Array.from(
    { length: 40 },
    (_, index) => `<tr><td>Item ${index}</td><td>${index} dollars</td></tr>`,
  );
  const { text } = readHtml(`<html><title>Prices</title><body><table>${rows.join('')}</table></body></html>`);
  expect(text).toContain('Item 0 0 dollars');
  expect(text).toContain('Item 39 39 dollars');
});
