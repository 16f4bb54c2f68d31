import type { EndReason } from '@parley/contract/end-reasons';
import type { Clock } from '../interfaces/clock.ts';
import type { ToolCall } from '../interfaces/language-model.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import { checkArguments } from '../tools/tool-arguments.ts';
import type { ToolRun } from './conversation.ts';
import { TickedWait } from './ticked-wait.ts';

export type ToolRunnerOptions = {
  tools: readonly Tool[];
  clock: Clock;
  isGoodbyeSaid: () => boolean;
  sendDigits: (digits: string) => void;
  whenPlayed: () => Promise<boolean>;
  /** `record`: what came of it, for people. `asked`: the arguments as the model wrote them, JSON text. */
  onToolRun: (name: string, record: string, asked: string) => void;
  /** A name for the next run, new in this call. */
  nextRunId: () => string;
  /** A tool begins: what to say meanwhile; empty for nothing, undefined to leave it as it is. */
  onToolStart: (waitingWords: string | undefined, step: number) => void;
  /** The agent steps aside for a tool, or comes back. */
  onAside: (isAside: boolean) => void;
};

/** Runs the tools of one reply, one after the other, and keeps what they gave. */
export class ToolRunner {
  readonly runs: ToolRun[] = [];
  readonly #options: ToolRunnerOptions;
  readonly #timeout = new TickedWait();
  #controller: AbortController | null = null;
  #isCancelled = false;
  #isRunning = false;

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
  }

  /** Runs one call. Resolves with the reason when it ends the phone call. Never rejects. */
  async run(call: ToolCall, step: number): Promise<EndReason | null> {
    if (this.#isCancelled) return null;
    const tool = this.#options.tools.find(({ name }) => name === call.name);
    if (!tool) return this.#refuse(call, step, `There is no tool called "${call.name}".`);
    const checked = checkArguments(tool.parameters, call.arguments);
    if (!checked.isValid) return this.#refuse(call, step, checked.problem);
    const { onToolStart, onAside } = this.#options;
    if (tool.stepsAside) onToolStart(tool.waitingWords, step);
    if (tool.waitsForSpeech && !(await this.#options.whenPlayed())) return null;
    if (this.#isCancelled) return null;
    const run: ToolRun = { step, call, result: 'It was interrupted; whether it took effect is not known.' };
    this.runs.push(run);
    if (tool.stepsAside) onAside(true);
    else onToolStart(tool.waitingWords, step);
    const outcome = await this.#act(tool, checked.value);
    if (this.#isCancelled) return null;
    if (tool.stepsAside && outcome.endReason === undefined) onAside(false);
    run.result = outcome.result.slice(0, maxResultLength);
    const record = outcome.record?.slice(0, maxResultLength) ?? run.result;
    this.#options.onToolRun(tool.name, record, call.arguments);
    return outcome.endReason ?? null;
  }

  /** A tool is at work; its own time limit ends it. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  tick(nowMs: number): void {
    this.#timeout.tick(nowMs);
  }

  /** What is running is told to stop; what has not begun never will. */
  cancel(): void {
    this.#isCancelled = true;
    this.#timeout.cancel();
    this.#controller?.abort();
  }

  #refuse(call: ToolCall, step: number, problem: string): null {
    const result = `Not done: ${problem}`;
    this.runs.push({ step, call, result });
    this.#options.onToolRun(call.name, result, call.arguments);
    return null;
  }

  async #act(tool: Tool, given: Record<string, unknown>): Promise<ToolOutcome> {
    const { clock, isGoodbyeSaid, sendDigits } = this.#options;
    const controller = new AbortController();
    this.#controller = controller;
    this.#isRunning = true;
    const late = this.#timeout.until(clock.nowMs() + tool.timeoutMs).then((): ToolOutcome => {
      controller.abort();
      return { result: 'There was no answer in time.' };
    });
    try {
      const context = {
        runId: this.#options.nextRunId(),
        signal: controller.signal,
        isGoodbyeSaid: isGoodbyeSaid(),
        sendDigits,
      };
      return await Promise.race([Promise.resolve(tool.run(given, context)), late]);
    } catch {
      return { result: 'It failed.' };
    } finally {
      this.#isRunning = false;
      this.#timeout.cancel();
    }
  }
}

/** What a tool tells the model is read again with every later answer. */
const maxResultLength = 4000;
