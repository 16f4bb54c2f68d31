import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHttpServer } from './platform/http/testing-http-server.ts';
import { describeFailure } from './start/describe-failure.ts';

/** Starts of the real process, on a machine that may be busy with other tests. */
const patienceMs = 120_000;

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-main-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs `main.ts` on free ports; `said` waits for a part of what it prints. */
function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      SIP_PORT: '0',
      CALL_THREADS: '1',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  children.push(child);
  let text = '';
  const changed = new EventTarget();
  const onText = (piece: Buffer): void => {
    text += piece.toString();
    changed.dispatchEvent(new Event('text'));
  };
  child.stdout.on('data', onText);
  child.stderr.on('data', onText);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    exited,
    async said(part: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = part.exec(text);
        if (found) return found;
        const next = new Promise((resolve) => changed.addEventListener('text', resolve, { once: true }));
        if ((await Promise.race([next, exited])) === child.exitCode && child.exitCode !== null)
          throw new Error(`The process ended with ${child.exitCode}: ${text}`);
      }
    },
  };
}

test('the first start prints how to sign in, the second the same, and SIGTERM ends each with 0', {
  timeout: patienceMs,
}, async () => {
  const first = start();
  const [, url = ''] = await first.said(/is running: (http:\S+)/);
  const [, email] = await first.said(/Sign in {3}(\S+)/);
  const [, password] = await first.said(/Password {2}(\S+)/);
  expect(JSON.parse(await readFile(join(dataDir, 'demo-sign-in.json'), 'utf8'))).toEqual({ email, password });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(200);
  expect(((await ready.json()) as { dependencies: object }).dependencies).toMatchObject({
    database: { isReady: true },
    storage: { isReady: true },
  });
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(201);
  expect((await fetch(`${url}/dev/outbox.json`)).status).toBe(200);
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const live = await fetch(`${url}/api/v1/live`, { headers: { cookie } });
  expect(live.headers.get('content-type')).toContain('text/event-stream');
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);

  const second = start();
  const [, again] = await second.said(/Password {2}(\S+)/);
  expect(again).toBe(password);
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
});

test('wrong settings end it with 78 and a line for each', { timeout: patienceMs }, async () => {
  const { exited, said } = start({ PORT: 'many', SIP_PORT: '-1' });
  await said(/PORT: must be a port number\.[\s\S]*SIP_PORT: must be a port number\./);
  expect(await exited).toBe(78);
});

test('a port that is taken is named, with what to do', async () => {
  const { http } = await openTestHttpServer();
  const port = await http.listen();
  const { http: other } = await openTestHttpServer({ config: { port } });
  const failure = await other.listen().catch((error: unknown) => error);
  expect(describeFailure(failure, { host: '127.0.0.1', port })).toBe(
    `The address 127.0.0.1:${port} is in use by another program. Stop it, or choose another port with PORT.`,
  );
  await other.close();
  await http.close();
});
