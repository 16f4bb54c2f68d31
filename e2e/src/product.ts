import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Product = {
  url: string;
  sipPort: number;
  dataDir: string;
  /** The demo sign-in of local mode; empty in a process that joined the database of another. */
  signIn: { email: string; password: string };
  /** What the server has printed so far. */
  output: () => string;
  /** Ends the process as `kill -9` does, and waits until it is gone. */
  kill: () => Promise<void>;
  /** Asks it to end as an operator does, by SIGTERM; resolves with the exit code. */
  terminate: () => Promise<number | null>;
  /** Starts the same product again, on the same data. */
  restart: () => Promise<void>;
  /** Stops it politely and removes its data. */
  stop: () => Promise<void>;
};

/** Names the folder with the data of a product that was started once and stopped; see global-setup.ts. */
export const startedDataVariable = 'TEST_STARTED_DATA';

/**
 * Starts the whole product on free ports of loopback with data of its own, as `npm start` does once the web app is
 * built. The data are a copy of those of a product that has just migrated, unless the database is another: its first
 * start is tested by itself. On `givenPort`, else on one that is free.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  givenPort?: number,
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-e2e-'));
  const startedData = process.env[startedDataVariable];
  if (startedData && !environment['DATABASE_URL']) cpSync(startedData, dataDir, { recursive: true });
  const [port, sipPort] = [givenPort ?? (await freePort()), await freePort()];
  // Products of tests that run beside each other share no ports: each worker has ten thousand of its own.
  const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
  const rtpBase = 20_000 + (worker % 4) * 10_000 + Math.floor(Math.random() * 490) * 20;
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        SIP_PORT: String(sipPort),
        RTP_PORTS: `${rtpBase}-${rtpBase + 199}`,
        DATA_DIR: dataDir,
        PUBLIC_URL: url,
        ...environment,
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${output}`);
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The product was not ready within a minute:\n${output}`);
  };

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    return await gone;
  };

  await start();
  const signInFile = join(dataDir, 'demo-sign-in.json');
  const signIn = existsSync(signInFile)
    ? (JSON.parse(readFileSync(signInFile, 'utf8')) as Product['signIn'])
    : { email: '', password: '' };
  return {
    url,
    sipPort,
    dataDir,
    signIn,
    output: () => output,
    kill: async () => {
      await end('SIGKILL');
    },
    terminate: () => end('SIGTERM'),
    restart: start,
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A port that was free for TCP and UDP a moment ago, below the range from which the system gives ports to sockets
 * that name none (Linux: 32768 and up).
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    if ((await isFreeForTcp(port)) && (await isFreeForUdp(port))) return port;
  }
  throw new Error('No free port was found.');
}

function isFreeForTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function isFreeForUdp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
