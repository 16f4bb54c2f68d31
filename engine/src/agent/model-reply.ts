import type { EndReason } from '@parley/contract/end-reasons';
import type { Clock } from '../interfaces/clock.ts';
import type { KnowledgePassage } from '../interfaces/knowledge.ts';
import type {
  AgentBrief,
  ConversationMessage,
  LanguageModel,
  LanguageModelPart,
  ToolCall,
} from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { Tool } from '../tools/tool.ts';
import { stepMessages, type ToolRun } from './conversation.ts';
import { retryDelayMs, toProviderError } from './failure.ts';
import { describePassages } from './knowledge-lookup.ts';
import { SentenceCutter } from './sentences.ts';
import { readStream, type StreamReading } from './stream-reading.ts';
import { TickedWait } from './ticked-wait.ts';
import { ToolRunner } from './tool-runner.ts';

export type ModelReplyOptions = {
  languageModel: LanguageModel;
  /** System prompt and conversation. */
  messages: readonly ConversationMessage[];
  brief: AgentBrief;
  tools: readonly Tool[];
  clock: Clock;
  providerIdleMs: number;
  isGoodbyeSaid: () => boolean;
  sendDigits: (digits: string) => void;
  /** Queues a sentence; false when the reply is too long. */
  say: (sentence: string, step: number) => boolean;
  whenPlayed: () => Promise<boolean>;
  onFirstToken: () => void;
  /** The model failed and is asked once more. */
  onRetry: (error: ProviderError) => void;
  /** The second try gives something. */
  onRecovered: () => void;
  /** `asked`: the arguments as the model wrote them, JSON text. */
  onToolRun: (name: string, record: string, asked: string) => void;
  nextRunId: () => string;
  /** A tool begins that wants something said (or nothing) while it runs. */
  onToolStart: (waitingWords: string | undefined, step: number) => void;
  /** The agent steps aside for a tool, or comes back. */
  onAside: (isAside: boolean) => void;
  /** Looks up what may help with the answer; nothing when nothing fits. Never rejects. */
  findKnowledge: (signal: AbortSignal) => Promise<readonly KnowledgePassage[]>;
};

/** One turn of the model at the microphone: what it said, and the tools it asked for. */
type Step = { said: string; toolCalls: ToolCall[] };

/**
 * One answer of the language model: streams it into sentences, runs tools in between, asks again once
 * when it fails. After `cancel` nothing happens any more, whatever the provider still sends.
 */
export class ModelReply {
  /** Where the model is: sentences and tools carry its number. */
  step = 0;
  readonly #options: ModelReplyOptions;
  readonly #controller = new AbortController();
  readonly #wait = new TickedWait();
  readonly #runner: ToolRunner;
  #reading: StreamReading | null = null;
  #failReading: ((error: ProviderError) => void) | null = null;
  #lastPartMs = 0;
  #hasToken = false;
  #retries = 0;
  #isRetrying = false;
  #isCancelled = false;
  #passages: readonly KnowledgePassage[] = [];

  constructor(options: ModelReplyOptions) {
    this.#options = options;
    this.#runner = new ToolRunner(options);
  }

  get isToolRunning(): boolean {
    return this.#runner.isRunning;
  }

  /** Tools that ran, for the conversation. */
  get toolRuns(): readonly ToolRun[] {
    return this.#runner.runs;
  }

  /** Resolves when nothing more comes, with the reason when a tool ends the call. Rejects with a ProviderError. */
  async run(): Promise<EndReason | null> {
    let messages = this.#options.messages;
    this.#passages = await this.#options.findKnowledge(this.#controller.signal);
    if (this.#isCancelled) return null;
    if (this.#passages.length > 0) messages = withKnowledge(messages, describePassages(this.#passages));
    for (; this.step < maxSteps; this.step++) {
      const { said, toolCalls } = await this.#speakStep(messages);
      for (const call of toolCalls) {
        const endReason = await this.#runner.run(call, this.step);
        if (endReason !== null || this.#isCancelled) return endReason;
      }
      if (toolCalls.length === 0) return null;
      const runs = this.#runner.runs.filter(({ step }) => step === this.step);
      if (runs.length > 0 && toolCalls.every(({ name }) => this.#listensAfter(name))) return null;
      messages = [...messages, ...stepMessages(said, runs)];
    }
    return null;
  }

  /** Once per tick. */
  tick(): void {
    const nowMs = this.#options.clock.nowMs();
    this.#wait.tick(nowMs);
    this.#runner.tick(nowMs);
    if (!this.#failReading || nowMs - this.#lastPartMs < this.#options.providerIdleMs) return;
    this.#failReading(new ProviderError('timed_out', 'The language model gave nothing in time.'));
  }

  /** The promise of `run` stays open for good; nothing refers to it then. */
  cancel(): void {
    this.#isCancelled = true;
    this.#controller.abort();
    this.#reading?.cancel();
    this.#failReading = null;
    this.#wait.cancel();
    this.#runner.cancel();
  }

  /** A tool after which the agent listens on instead of speaking about the answer. */
  #listensAfter(name: string): boolean {
    return this.#options.tools.find((tool) => tool.name === name)?.speaksAfter === false;
  }

  /** Streams one step; a failure that may pass is tried once more, going on after what was said. */
  async #speakStep(messages: readonly ConversationMessage[]): Promise<Step> {
    const done: Step = { said: '', toolCalls: [] };
    for (;;) {
      try {
        await this.#stream(done.said === '' ? messages : [...messages, ...goOnAfter(done.said)], done);
        if (done.said !== '' || done.toolCalls.length > 0 || this.#runner.runs.length > 0) return done;
        throw new ProviderError('unavailable', 'The language model answered with nothing.');
      } catch (error) {
        const failure = toProviderError(error);
        const delayMs = retryDelayMs(failure, this.#options.providerIdleMs / 2);
        if (delayMs === null || this.#retries > 0) throw failure;
        this.#retries += 1;
        this.#isRetrying = true;
        this.#options.onRetry(failure);
        await this.#wait.until(this.#options.clock.nowMs() + delayMs);
      }
    }
  }

  #stream(messages: readonly ConversationMessage[], into: Step): Promise<void> {
    const { languageModel, brief, tools, clock } = this.#options;
    const cutter = new SentenceCutter();
    // The last step may not call tools: it has to end in words.
    const offered = this.step < maxSteps - 1 ? tools : [];
    this.#lastPartMs = clock.nowMs();
    return new Promise((resolve, reject) => {
      const end = (error: unknown): void => {
        this.#reading?.cancel();
        this.#reading = null;
        this.#failReading = null;
        if (error !== undefined) reject(error);
        else {
          this.#say(cutter.flush(), into);
          resolve();
        }
      };
      this.#failReading = end;
      this.#reading = readStream<LanguageModelPart>({
        open: () =>
          languageModel.respond({
            messages,
            tools: offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
            brief: { ...brief, passages: this.#passages },
            signal: this.#controller.signal,
          }),
        onItem: (part) => {
          if (this.#take(part, cutter, into)) return 'more';
          end(undefined);
          return 'wait';
        },
        onEnd: end,
      });
    });
  }

  /** False when nothing more of this step is wanted. */
  #take(part: LanguageModelPart, cutter: SentenceCutter, into: Step): boolean {
    this.#lastPartMs = this.#options.clock.nowMs();
    if (this.#isRetrying && part.type !== 'finish') {
      this.#isRetrying = false;
      this.#options.onRecovered();
    }
    if (!this.#hasToken && part.type !== 'finish') {
      this.#hasToken = true;
      this.#options.onFirstToken();
    }
    if (part.type === 'text') return this.#say(cutter.push(part.text), into);
    if (part.type === 'tool-call') {
      into.toolCalls.push(part.call);
      return into.toolCalls.length < maxToolCalls;
    }
    return true;
  }

  #say(sentences: readonly string[], into: Step): boolean {
    for (const sentence of sentences) {
      if (!this.#options.say(sentence, this.step)) return false;
      into.said = into.said === '' ? sentence : `${into.said} ${sentence}`;
    }
    return into.said.length < maxSaidLength;
  }
}

/** What was looked up stands right before what the customer said last. */
function withKnowledge(messages: readonly ConversationMessage[], knowledge: string): ConversationMessage[] {
  return [...messages.slice(0, -1), { role: 'system', text: knowledge }, ...messages.slice(-1)];
}

function goOnAfter(said: string): ConversationMessage[] {
  return [
    { role: 'agent', text: said },
    {
      role: 'system',
      text: 'You were cut off after these words, which the person has heard. Go on from there; do not repeat them.',
    },
  ];
}

/** Rounds of tools in one answer; the last may only speak. */
const maxSteps = 6;
const maxToolCalls = 8;
/** About three minutes of speech. */
const maxSaidLength = 3000;
