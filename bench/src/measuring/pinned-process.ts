import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether processes can be held on one core: on Linux with util-linux. */
export const canPin =
  process.platform === 'linux' &&
  availableParallelism() > 1 &&
  spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export type PinnedProcessOptions = {
  module: URL;
  /** The core it may use; null: any. */
  core: number | null;
  nodeFlags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
};

/**
 * A Node process of its own, held on one core, that answers questions: `serveQuestions` is its other half. A question
 * is answered in the order asked. Errors of the process reject what was asked.
 */
export class PinnedProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;
  #errors = '';

  constructor(options: PinnedProcessOptions) {
    const { module, core, nodeFlags = [], environment = {} } = options;
    const command = [process.execPath, ...nodeFlags, module.pathname];
    if (canPin && core !== null) command.unshift('taskset', '-c', String(core));
    this.#child = spawn(command[0]!, command.slice(1), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...environment },
    });
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#errors = (this.#errors + text).slice(-4000);
    });
    this.#child.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.error === undefined) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.error));
    });
    this.#child.on('exit', (code, signal) => this.#fail(`ended (${signal ?? code})`));
    this.#child.on('error', (error) => this.#fail(error.message));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What it wrote to its standard error, the last of it. */
  get errors(): string {
    return this.#errors;
  }

  /** Asks and waits for the answer; the type is the caller's promise about what the process answers. */
  ask<Value>(kind: string, value?: unknown): Promise<Value> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (!this.#child.connected) {
        reject(new Error(`The measured process is gone. ${this.#errors}`));
        return;
      }
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send({ id, kind, value } satisfies Question);
    });
  }

  /** Ends it: asks first, kills after two seconds. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    if (this.#child.connected) this.#child.disconnect();
    const isGone = await Promise.race([exited.then(() => true), sleep(2000, false)]);
    if (isGone) return;
    this.#child.kill('SIGKILL');
    await exited;
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.values())
      reject(new Error(`The measured process ${why}. ${this.#errors}`));
    this.#waiting.clear();
  }
}

type Question = { id: number; kind: string; value: unknown };
type Answer = { id: number; value?: unknown; error?: string };

/** Answers the questions of the process that started this one, and ends with it. */
export function serveQuestions(answers: Record<string, (value: never) => unknown>): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    void (async () => {
      const answer: Answer = { id: question.id };
      try {
        const find = answers[question.kind];
        if (!find) throw new Error(`Nothing answers ${question.kind}.`);
        answer.value = await find(question.value as never);
      } catch (error) {
        answer.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
      process.send?.(answer);
    })();
  });
}
