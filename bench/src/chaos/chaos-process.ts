import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const readyMaxMs = 180_000;

export type ChaosProcessOptions = {
  name: string;
  port: number;
  environment: Readonly<Record<string, string>>;
};

/** A server process that is killed and started again, always as the same one to the outside. */
export class ChaosProcess {
  readonly name: string;
  readonly url: string;
  readonly #options: ChaosProcessOptions;
  #child: ChildProcess | undefined;
  #words = '';

  constructor(options: ChaosProcessOptions) {
    this.name = options.name;
    this.url = `http://127.0.0.1:${options.port}`;
    this.#options = options;
  }

  /** What it said last. */
  get words(): string {
    return this.#words;
  }

  start(): void {
    const { port, environment } = this.#options;
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: `${port}`,
        PUBLIC_URL: this.url,
        SIP_PORT: '0',
        LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.#words = (this.#words + text.toString()).slice(-20_000);
      });
    }
    this.#child = child;
  }

  /** Waits until it is ready for traffic. Rejects with its words. */
  async waitUntilReady(): Promise<void> {
    const deadline = performance.now() + readyMaxMs;
    while (performance.now() < deadline) {
      if (this.#child?.exitCode !== null)
        throw new Error(`${this.name} ended while starting: ${this.#words}`);
      const ready = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
        () => undefined,
      );
      if (ready?.ok) return;
      await sleep(100);
    }
    throw new Error(`${this.name} was not ready in time: ${this.#words}`);
  }

  /** Ends it as `kill -9` does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to end, and ends it where it does not in time. */
  async stop(): Promise<void> {
    const isGone = await Promise.race([
      this.#end('SIGTERM').then(() => true),
      sleep(15_000, false, { ref: false }),
    ]);
    if (!isGone) await this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await gone;
  }
}
