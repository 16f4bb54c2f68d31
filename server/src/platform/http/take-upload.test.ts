import { existsSync, readFileSync } from 'node:fs';
import { route } from '@parley/contract/route';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenHttpServer } from './open-http-server.ts';
import type { UploadedFile } from './take-upload.ts';
import { openTestHttpServer } from './testing-http-server.ts';

const put = route({
  method: 'POST',
  path: '/files',
  summary: 'Takes a file.',
  tag: 'Knowledge',
  access: 'public',
  upload: { fileBytes: 1024 * 1024 },
  status: 200,
  answer: z.object({ name: z.string(), text: z.string() }),
});
const plain = route({
  method: 'POST',
  path: '/plain',
  summary: 'Takes no file.',
  tag: 'Knowledge',
  access: 'public',
  body: z.object({ a: z.string() }),
  status: 200,
  answer: z.object({}),
});

let http: OpenHttpServer;
let taken: UploadedFile | undefined;
beforeEach(async () => {
  taken = undefined;
  ({ http } = await openTestHttpServer());
  http.mount(put, async (_input, { takeUpload }) => {
    taken = await takeUpload();
    return { name: taken.name, text: readFileSync(taken.path, 'utf8') };
  });
  http.mount(plain, async () => ({}));
});
afterEach(() => http.close());

const form = (name: string, content: string, isWhole = true) =>
  [
    '--edge\r\ncontent-disposition: form-data; name="other"\r\n\r\nsomething\r\n',
    `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`,
    isWhole ? '\r\n--edge--\r\n' : '',
  ].join('');
const send = async (payload: string, url = '/files', type = 'multipart/form-data; boundary=edge') => {
  const answer = await http.fastify.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'content-type': type, authorization: 'Bearer any' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

test('a file lies on the disk while the request is handled, and is gone afterwards', async () => {
  const { status, body } = await send(form('../../etc/Prices 2026.txt', 'Whitening costs 250.'));
  expect([status, body]).toEqual([200, { name: 'Prices 2026.txt', text: 'Whitening costs 250.' }]);
  expect(taken?.sizeBytes).toBe(20);
  expect(existsSync(taken!.path)).toBe(false);
});

test('a file that is too large, none at all, and one that breaks off are told apart', async () => {
  const large = await send(form('large.txt', 'x'.repeat(1024 * 1024 + 1)));
  expect([large.status, codeOf(large), large.body.message]).toEqual([
    413,
    'upload_too_large',
    'This file is larger than 1 MB.',
  ]);
  expect(codeOf(await send('--edge--\r\n'))).toBe('upload_expected');
  expect(codeOf(await send('{}', '/files', 'application/json'))).toBe('upload_expected');
  expect(codeOf(await send(form('cut.txt', 'half', false)))).toBe('upload_broken_off');
  expect(codeOf(await send(form('a', 'b'), '/files', 'multipart/form-data'))).toBe('upload_broken_off');
});

test('a call that takes no file takes no form either', async () => {
  expect(codeOf(await send(form('a', 'b'), '/plain'))).toBe('media_type_unsupported');
});
