import type { EndReason } from '@parley/contract/end-reasons';
import { AgentLoop } from '../agent/agent-loop.ts';
import { composeGreeting } from '../agent/prompt.ts';
import { Pacer } from '../audio/pacer.ts';
import { frameMs } from '../interfaces/clock.ts';
import type { MediaEvent } from '../interfaces/media-stream.ts';
import { tools } from '../tools/index.ts';
import { turnText } from '../turns/customer-turn.ts';
import { FloorKeeper } from '../turns/floor-keeper.ts';
import { newFrameEvent, newTurnState, type TurnAction, type TurnEvent } from '../turns/turn-state.ts';
import { createVad } from '../vad/vad.ts';
import { Ears } from './ears.ts';
import { Hearing } from './hearing.ts';
import { LatencyLog } from './latency.ts';
import { textOfLine } from './lines.ts';
import type { LiveCallOptions } from './live-call-options.ts';
import { Narrator } from './narrator.ts';
import { Transcript } from './transcript.ts';

/**
 * One live call, from the answer to its end. It conducts and decides nothing: every event goes to
 * the turn rules, every action that comes back is carried out here. It has no timer: the owner calls `tick`
 * once per 20 ms until `ended` is told.
 */
export class LiveCall {
  readonly #options: LiveCallOptions;
  readonly #floor: FloorKeeper;
  readonly #hearing: Hearing;
  readonly #pacer: Pacer;
  readonly #ears: Ears;
  readonly #agent: AgentLoop;
  readonly #narrator: Narrator;
  readonly #transcript = new Transcript();
  readonly #latency = new LatencyLog();
  /** The customer's frame of this tick, until it was recorded. */
  #customerFrame: Int16Array | null = null;
  /** The first half of the next tick is done. */
  #hasHeard = false;
  /** Media time: the end of the last frame. */
  #atMs = 0;
  readonly #frameEvent = newFrameEvent();

  constructor(options: LiveCallOptions) {
    this.#options = options;
    const { agent, policy, providers, media, clock } = options;
    const { speechToText } = providers;
    const { sampleRateHz } = media;
    this.#floor = new FloorKeeper({
      state: newTurnState(!speechToText ? 'closed' : speechToText.hearsAudio ? 'open' : 'unproven'),
      rules: {
        policy,
        finalWaitMs: speechToText?.finalWaitMs ?? 0,
        isGreeting: composeGreeting(agent) !== '' && !options.prior?.length,
        isOutbound: options.parties.direction === 'outbound',
      },
      act: (action) => this.#act(action),
    });
    this.#hearing = new Hearing(options.vad ?? createVad({ sampleRateHz }));
    this.#pacer = new Pacer({ sampleRateHz, sourceRateHz: providers.textToSpeech.sampleRateHz });
    this.#narrator = new Narrator((event) => options.onEvent(event));
    this.#ears = new Ears({
      speechToText,
      sampleRateHz,
      language: agent.language,
      onText: (result) => this.#takeText(result),
      onLost: () => this.#take({ type: 'words.lost' }),
      onDeaf: () => this.#take({ type: 'ears', ears: 'closed' }),
      onNote: (kind, text) => this.#narrator.note(kind, text, this.#atMs),
    });
    this.#agent = new AgentLoop({
      ...options,
      tools: options.tools ?? tools,
      knowledge: options.knowledge ?? null,
      pacer: this.#pacer,
      sendDigits: (digits) => media.sendDigits(digits),
      onFailed: (generation) => this.#take({ type: 'reply.failed', generation }),
      onEndsCall: (generation, endReason) => this.#take({ type: 'reply.ends_call', generation, endReason }),
      onAside: (isAside) => this.#take({ type: isAside ? 'aside.begins' : 'aside.ends' }),
      onMark: (generation, mark) => this.#latency.mark(generation, mark, clock.nowMs()),
      onNote: (kind, text, asked) => this.#narrator.note(kind, text, this.#atMs, asked),
    });
  }

  /** The line is open: begins to listen, and greets. */
  start(): void {
    this.#ears.open();
    this.#take({ type: 'answered' });
  }

  /** 20 ms of the call: reads the customer once, writes the agent once. Nothing after the end. */
  tick(): void {
    this.hear();
    if (this.isEnded) return;
    this.#hasHeard = false;
    if (this.#floor.state.floor === 'aside') this.#standAside();
    else this.#speak();
  }

  /**
   * The first half of the next tick, which may be done a few ms before it: reads the customer and decides. What is left
   * is short, so that packets leave evenly. Does nothing when it was done.
   */
  hear(): void {
    if (this.#hasHeard || this.isEnded) return;
    this.#hasHeard = true;
    const { media } = this.#options;
    this.#atMs += frameMs;
    const frame = media.read();
    this.#customerFrame = frame;
    for (const event of media.takeEvents()) this.#takeMediaEvent(event);
    if (this.#floor.state.floor !== 'aside' && !this.isEnded) this.#listen(frame);
  }

  /** The world ends the call. What was heard until now is kept. Does nothing to a call that has ended. */
  end(endReason: EndReason): void {
    this.#take({ type: 'end', endReason });
  }

  get isEnded(): boolean {
    return this.#floor.state.floor === 'ended';
  }

  #listen(frame: Int16Array): void {
    this.#ears.write(frame);
    const finding = this.#hearing.process(frame);
    if (finding.isVoiced) this.#latency.markVoiced(this.#options.clock.nowMs());
    const event = this.#frameEvent;
    event.atMs = this.#atMs;
    event.isVoiced = finding.isVoiced;
    event.isSpeech = finding.isSpeech;
    event.speechStartedMsAgo = finding.speechStartedMsAgo;
    event.soundMs = finding.soundMs;
    event.loudMs = finding.loudMs;
    event.heardGeneration = this.#transcript.takeHeardGeneration();
    event.isToolRunning = this.#agent.isToolRunning;
    this.#floor.take(event);
  }

  #speak(): void {
    this.#agent.tick();
    // A provider that was given up in this tick may have ended the call.
    if (this.isEnded) return;
    const frame = this.#pacer.next();
    this.#write(frame?.samples ?? null);
    const generation = frame?.spoken?.generation ?? null;
    if (generation !== null) {
      this.#transcript.markAgentFrame(generation, this.#atMs);
      this.#latency.mark(generation, 'firstFrameMs', this.#options.clock.nowMs());
      this.#narrator.agentHeard(this.#pacer, generation, this.#atMs);
    }
    this.#narrator.speaking(
      frame ? 'agent' : this.#floor.state.utterance ? 'customer' : 'nobody',
      this.#atMs,
    );
    this.#agent.afterTick();
    this.#finishReply();
  }

  /** The customer is with somebody else. The agent only waits for what becomes of it. */
  #standAside(): void {
    this.#agent.tick();
    const frame = this.#customerFrame;
    if (this.isEnded || !frame) return;
    this.#write(this.#options.otherSide?.exchange(frame) ?? null);
    this.#narrator.speaking('nobody', this.#atMs);
  }

  /** The one frame of this tick, to the line and to the recording at the same position. */
  #write(frame: Int16Array | null): void {
    this.#options.media.write(frame);
    this.#options.recorder?.write(frame, this.#customerFrame);
    this.#customerFrame = null;
  }

  #takeMediaEvent(event: MediaEvent): void {
    switch (event.type) {
      case 'words':
        this.#ears.hintWords(event.text, event.durationMs);
        this.#take({ type: 'ears', ears: 'open' });
        return;
      case 'writes':
        this.#take({ type: 'ears', ears: 'open' });
        return;
      case 'digit':
        if (this.#floor.state.floor === 'aside') this.#options.otherSide?.takeDigit(event.digit);
        this.#take(event);
        return;
      case 'typed':
      case 'held':
      case 'resumed':
        this.#take(event);
        return;
      case 'lost':
        this.end('media_lost');
    }
  }

  #takeText(result: { utteranceId: number; text: string; isFinal: boolean }): void {
    if (result.isFinal) this.#latency.markFinal(this.#options.clock.nowMs());
    const agentText = this.#pacer.heardText(this.#floor.state.generation);
    this.#take({ type: 'transcript', ...result, agentText });
    this.#narrator.customerHeard(turnText(this.#floor.state.turn), this.#atMs);
  }

  /** A reply is over when all of it was made and its last frame is out. */
  #finishReply(): void {
    const generation = this.#floor.state.reply?.generation;
    if (generation === undefined || (this.#pacer.finishedGeneration ?? -1) < generation) return;
    const text = this.#pacer.heardText(generation);
    this.#take({ type: 'reply.played', generation, text });
  }

  /** The only way anything happens in a call. `atMs` is now. */
  #take(event: TurnEventNow): void {
    this.#floor.take({ ...event, atMs: this.#atMs });
  }

  #act(action: TurnAction): void {
    switch (action.do) {
      case 'start_utterance':
        this.#ears.startUtterance(action.utteranceId, action.preRollMs);
        return;
      case 'end_utterance':
        this.#ears.endUtterance(action.utteranceId);
        return;
      case 'pause_agent':
        this.#pacer.pause();
        return;
      case 'resume_agent':
        this.#pacer.resume();
        return;
      case 'close_reply':
        this.#closeReply(action.generation, action.wasInterrupted);
        return;
      case 'commit_customer':
        this.#agent.addCustomer(action.text);
        this.#narrator.turn(this.#transcript.closeCustomer(action), this.#atMs);
        return;
      case 'reply':
        this.#pacer.drop();
        this.#latency.begin(action.generation, action.by, this.#options.clock.nowMs());
        this.#agent.answer(action.generation, this.#floor.state.ears === 'closed');
        return;
      case 'say':
        this.#pacer.drop();
        this.#agent.say(
          action.generation,
          textOfLine(action.line, this.#options.agent, this.#options.policy),
        );
        return;
      case 'step_aside':
        // A recogniser that is given no sound for minutes would give up.
        this.#ears.close();
        return;
      case 'come_back':
        if (this.#floor.state.ears !== 'closed') this.#ears.open();
        return;
      case 'note':
        this.#narrator.note(action.kind, action.text, this.#atMs);
        return;
      case 'end':
        this.#finish(action.endReason);
    }
  }

  #closeReply(generation: number, wasInterrupted: boolean): void {
    this.#pacer.drop();
    const heardText = this.#pacer.heardText(generation);
    this.#agent.close(heardText);
    const latency = this.#latency.read(generation);
    const turn = this.#transcript.closeReply({ generation, heardText, wasInterrupted, latency });
    if (turn) this.#narrator.turn(turn, this.#atMs);
  }

  /** Closes everything, then tells the end as the last word. */
  #finish(endReason: EndReason): void {
    const { media, otherSide, recorder } = this.#options;
    if (this.#customerFrame) this.#write(null);
    this.#agent.end();
    this.#ears.close();
    for (const part of [otherSide, recorder, media]) {
      try {
        part?.close();
      } catch {
        // The end is told whatever becomes of the parts; they are given up.
      }
    }
    this.#narrator.end(endReason, this.#atMs);
  }
}

/** An event of this moment. */
type TurnEventNow = TurnEvent extends infer Event
  ? Event extends TurnEvent
    ? Omit<Event, 'atMs'>
    : never
  : never;
