import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readyMaxMs = 120_000;

export type RunningServer = {
  url: string;
  /** From the command to the first "ready" of /readyz. */
  startedMs: number;
  /** Ends it by SIGTERM and waits until it is gone. */
  stop(): Promise<void>;
};

/** Runs what `npm start` runs, with data of its own, and waits until it is ready for traffic. Rejects with its words. */
export async function startServer(options: {
  dataDir: string;
  environment?: Readonly<Record<string, string>>;
}): Promise<RunningServer> {
  const [port, sipPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const startMs = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PORT: `${port}`,
      SIP_PORT: `${sipPort}`,
      RTP_PORTS: '20000-20199',
      PUBLIC_URL: url,
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'error',
      ...options.environment,
    },
  });
  let words = '';
  child.stderr?.on('data', (text: Buffer) => {
    words = (words + text).slice(-2000);
  });
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended while starting: ${words}`);
    if (performance.now() - startMs > readyMaxMs) {
      await end(child);
      throw new Error(`The server was not ready within two minutes: ${words}`);
    }
    await sleep(20);
  }
  return { url, startedMs: performance.now() - startMs, stop: () => end(child) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const isGone = await Promise.race([gone.then(() => true), sleep(15_000, false)]);
  if (isGone) return;
  child.kill('SIGKILL');
  await gone;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
