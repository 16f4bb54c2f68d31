import type { CallNote } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import type { Pacer } from '../audio/pacer.ts';
import type { CallProviders } from '../interfaces/call-providers.ts';
import type { AgentSettings, CallParties, CallPolicy } from '../interfaces/call-settings.ts';
import type { Clock } from '../interfaces/clock.ts';
import type { Knowledge } from '../interfaces/knowledge.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import type { Tool } from '../tools/tool.ts';
import { isGoodbye } from '../turns/goodbye.ts';
import { Conversation, type PriorTurn } from './conversation.ts';
import { toProviderError } from './failure.ts';
import { fillerAfterMs, fillerFor } from './filler.ts';
import { KnowledgeLookup } from './knowledge-lookup.ts';
import { ModelReply } from './model-reply.ts';
import { PreparedSpeech } from './prepared-speech.ts';
import { composeBrief, composePrompt } from './prompt.ts';
import { SentenceCutter } from './sentences.ts';
import { SpeechLine } from './speech-line.ts';

export type AgentLoopOptions = {
  agent: AgentSettings;
  parties: CallParties;
  policy: CallPolicy;
  providers: Pick<CallProviders, 'languageModel' | 'textToSpeech'>;
  tools: readonly Tool[];
  /** Null: the agent has nothing to look things up in. */
  knowledge: Knowledge | null;
  /** What was said before this call. */
  prior?: readonly PriorTurn[];
  pacer: Pacer;
  clock: Clock;
  sendDigits: (digits: string) => void;
  onFailed: (generation: number) => void;
  /** The agent steps aside for a tool, or comes back. */
  onAside: (isAside: boolean) => void;
  onEndsCall: (generation: number, endReason: EndReason) => void;
  onMark: (generation: number, mark: 'firstTokenMs' | 'firstAudioMs') => void;
  /** `asked`: the arguments of a tool, as JSON text. */
  onNote: (kind: CallNote['kind'], text: string, asked?: string) => void;
};

/**
 * Makes what the agent says, one reply at a time, each under its generation. It does not decide when: it is
 * told to speak, to answer, or to stop. Results of a reply that is over go nowhere.
 */
export class AgentLoop {
  readonly #options: AgentLoopOptions;
  readonly #conversation: Conversation;
  readonly #prepared: PreparedSpeech;
  readonly #speech: SpeechLine;
  readonly #lookup: KnowledgeLookup;
  #generation = 0;
  #reply: ModelReply | null = null;
  #hasFiller = false;
  #isPrepared = false;
  #lastSoundMs = 0;
  #toolRuns = 0;

  constructor(options: AgentLoopOptions) {
    this.#options = options;
    this.#conversation = new Conversation(options.prior);
    const { agent, policy, providers, pacer, clock } = options;
    this.#prepared = new PreparedSpeech(providers.textToSpeech);
    this.#lookup = new KnowledgeLookup({
      knowledge: options.knowledge,
      clock,
      onFound: (passages) => options.onNote('knowledge', passages.map(({ title }) => title).join('\n')),
    });
    this.#speech = new SpeechLine({
      textToSpeech: providers.textToSpeech,
      voice: agent.voice,
      language: agent.language,
      prepared: this.#prepared,
      pacer,
      clock,
      providerIdleMs: policy.providerIdleMs,
      onFirstAudio: (generation) => options.onMark(generation, 'firstAudioMs'),
      onTrouble: (generation, error, isFinal) => this.#takeTrouble(generation, error, isFinal),
      onRecovered: () => this.#noteRecovery('synthesiser'),
    });
  }

  /** The agent is silent because a tool works for it. */
  get isToolRunning(): boolean {
    return this.#reply?.isToolRunning ?? false;
  }

  addCustomer(text: string): void {
    this.#conversation.addCustomer(text);
  }

  /** Speaks a text of our own. */
  say(generation: number, text: string): void {
    this.#begin(generation);
    const cutter = new SentenceCutter();
    for (const sentence of [...cutter.push(text), ...cutter.flush()]) this.#speech.say(sentence);
    this.#speech.finish();
  }

  /** Lets the language model answer. */
  answer(generation: number, isTouchTone: boolean): void {
    this.#begin(generation);
    const { agent, parties, providers, policy, tools, clock } = this.#options;
    const { messages } = this.#conversation;
    const prompt = composePrompt({ agent, parties, toolNames: tools.map(({ name }) => name), isTouchTone });
    const last = messages.at(-1);
    const reply: ModelReply = new ModelReply({
      languageModel: providers.languageModel,
      messages: [{ role: 'system', text: prompt }, ...messages],
      brief: composeBrief(agent),
      tools,
      clock,
      providerIdleMs: policy.providerIdleMs,
      isGoodbyeSaid: () =>
        (last?.role === 'customer' && isGoodbye(last.text)) ||
        this.#speech.said.some(({ text }) => isGoodbye(text)),
      sendDigits: (digits) => {
        this.#options.sendDigits(digits);
        this.#options.onNote('digits_sent', digits);
      },
      say: (sentence, step) => this.#speech.say(sentence, step),
      whenPlayed: () => this.#speech.whenPlayed(),
      onFirstToken: () => this.#options.onMark(generation, 'firstTokenMs'),
      onRetry: (error) => this.#noteTrouble('language model', error),
      onRecovered: () => this.#noteRecovery('language model'),
      onToolRun: (name, record, asked) => this.#options.onNote('tool', `${name}: ${record}`, asked),
      nextRunId: () => {
        this.#toolRuns += 1;
        return `run-${this.#toolRuns}`;
      },
      onAside: (isAside) => this.#options.onAside(isAside),
      onToolStart: (waitingWords, step) => this.#fillToolWait(waitingWords, step),
      findKnowledge: (signal) => this.#lookup.find(last?.role === 'customer' ? last.text : '', signal),
    });
    this.#reply = reply;
    reply.run().then(
      (endReason) => {
        if (this.#reply !== reply) return;
        if (endReason !== null) this.#options.onEndsCall(generation, endReason);
        else this.#speech.finish();
      },
      (error: unknown) => {
        if (this.#reply !== reply) return;
        this.#noteTrouble('language model', toProviderError(error));
        this.#options.onFailed(generation);
      },
    );
  }

  /** The reply is over; `heardText` of it goes into the conversation. */
  close(heardText: string): void {
    this.#conversation.addReply({
      said: this.#speech.said,
      tools: this.#reply?.toolRuns ?? [],
      heardText,
    });
    this.#reply?.cancel();
    this.#reply = null;
    this.#speech.cancel();
  }

  /** Once per tick, before the pacer gives its frame. */
  tick(): void {
    this.#reply?.tick();
    this.#lookup.tick(this.#options.clock.nowMs());
    this.#speech.tick();
    this.#fillSilence();
    if (!this.#isPrepared && this.#speech.isSynthesised) this.#prepare();
  }

  /** Once per tick, after the pacer gave its frame. */
  afterTick(): void {
    this.#speech.afterTick();
  }

  /** Frees all that is running. May be called twice. */
  end(): void {
    this.#reply?.cancel();
    this.#reply = null;
    this.#speech.cancel();
    this.#prepared.close();
  }

  #begin(generation: number): void {
    this.#reply?.cancel();
    this.#reply = null;
    this.#generation = generation;
    this.#hasFiller = false;
    this.#lastSoundMs = this.#options.clock.nowMs();
    this.#speech.begin(generation);
  }

  /** The model or a tool takes its time: the customer hears that somebody is there. */
  #fillSilence(): void {
    const nowMs = this.#options.clock.nowMs();
    if (!this.#speech.isEmpty || this.#options.pacer.isPaused) this.#lastSoundMs = nowMs;
    if (!this.#reply || this.#hasFiller || nowMs - this.#lastSoundMs < fillerAfterMs) return;
    this.#hasFiller = true;
    this.#speech.say(fillerFor(this.#options.agent.language), this.#reply.step);
  }

  /** A tool has words of its own for the time it takes, or wants none. */
  #fillToolWait(waitingWords: string | undefined, step: number): void {
    if (waitingWords === undefined) return;
    this.#hasFiller = true;
    if (waitingWords !== '' && !this.#speech.hasWords(step)) this.#speech.say(waitingWords, step);
  }

  /** What must be playable when the provider dies is made as soon as it has nothing else to do. */
  #prepare(): void {
    this.#isPrepared = true;
    const { agent, policy } = this.#options;
    const cutter = new SentenceCutter();
    const apology = [...cutter.push(policy.apology), ...cutter.flush()];
    const lines = [...apology, fillerFor(agent.language)];
    this.#prepared.prepare(lines.map((text) => ({ text, voice: agent.voice, language: agent.language })));
  }

  #takeTrouble(generation: number, error: ProviderError, isFinal: boolean): void {
    this.#noteTrouble('synthesiser', error);
    if (isFinal && generation === this.#generation) this.#options.onFailed(generation);
  }

  #noteTrouble(part: string, error: ProviderError): void {
    this.#options.onNote('provider_failed', `The ${part} failed (${error.kind}).`);
  }

  #noteRecovery(part: string): void {
    this.#options.onNote('provider_recovered', `The ${part} works again.`);
  }
}
