import { defaultLanguage } from '@parley/contract/agent-languages';
import { simulationClose } from '@parley/contract/simulation-rules';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type SimulationStart, startSimulation } from '../../../api/simulations.ts';
import type { ShownTurn } from '../../../components/call/transcription.ts';
import {
  type LineAudio,
  MicrophoneError,
  type MicrophoneProblem,
  openLineAudio,
} from './audio/line-audio.ts';
import {
  type BrowserRecogniser,
  openBrowserRecogniser,
  type RecogniserListener,
} from './browser-recogniser.ts';
import { openSimulationSocket, type SimulationSocket, type SocketStatus } from './simulation-socket.ts';

/** How staff talk: into the microphone, to the browser's own recogniser, or by typing. */
export type Way = 'microphone' | 'recogniser' | 'typing';

export type SimulationState = {
  /** idle: nothing yet · starting · running · over: the last one has ended. */
  phase: 'idle' | 'starting' | 'running' | 'over';
  callId: string | null;
  way: Way;
  connection: SocketStatus;
  isMuted: boolean;
  isSpeakerOn: boolean;
  microphoneProblem: MicrophoneProblem | 'unavailable' | null;
  /** What the browser's recogniser hears just now. */
  hearing: string;
  /** Why it could not begin, or was taken away. */
  failure: Error | null;
  isTakenOver: boolean;
  /** Follows another simulation of this page: its conversation stays in view meanwhile. */
  isAgain: boolean;
  /** What was said before this call, where it is a replay. */
  prior: readonly ShownTurn[];
};

export type SimulationGiven = Omit<SimulationStart, 'by' | 'prior'>;

const idle: SimulationState = {
  phase: 'idle',
  callId: null,
  way: 'typing',
  connection: 'closed',
  isMuted: false,
  isSpeakerOn: true,
  microphoneProblem: null,
  hearing: '',
  failure: null,
  isTakenOver: false,
  isAgain: false,
  prior: [],
};

/**
 * A simulation as this page takes part in it: its call, its socket, its sound. One at a time; a new one ends the one
 * before. Results of one that is over go nowhere.
 */
export class SimulationSession {
  readonly store: StoreApi<SimulationState> = createStore(() => idle);
  /** Written to many times a second, and read by meters only. */
  readonly levels = { mine: 0, theirs: 0 };
  #audio: LineAudio | undefined;
  #socket: SimulationSocket | undefined;
  #recogniser: BrowserRecogniser | undefined;
  /** Words that wait for the connection. */
  #toSay = '';
  #run = 0;

  /** Begins to talk. With `replay`, after what was said before, by saying `text`. */
  async start(
    given: SimulationGiven,
    way: Way,
    replay: { prior: readonly ShownTurn[]; text: string } | undefined = undefined,
  ): Promise<void> {
    this.#close();
    const run = this.#run;
    const { isSpeakerOn, phase } = this.store.getState();
    const isAgain = phase === 'running' || phase === 'over';
    const prior = replay?.prior ?? [];
    this.store.setState({ ...idle, isSpeakerOn, isAgain, phase: 'starting', way, prior });
    try {
      const audio = await openLineAudio({
        withMicrophone: way === 'microphone',
        levels: {
          onMine: (level) => {
            this.levels.mine = level;
          },
          onTheirs: (level) => this.#takeTheirLevel(level),
        },
        onFrame: (frame) => {
          if (!this.store.getState().isMuted) this.#socket?.sendFrame(frame);
        },
      });
      if (run !== this.#run) {
        audio.close();
        return;
      }
      this.#audio = audio;
      audio.setSpeakerOn(isSpeakerOn);
      const callId = await startSimulation({
        ...given,
        by: way === 'microphone' ? 'microphone' : 'typing',
        ...(replay && { prior: replay.prior.map(({ speaker, text }) => ({ speaker, text })) }),
      });
      if (run !== this.#run) return;
      this.#connect(callId, { way, language: given.draft?.agent_language ?? defaultLanguage }, replay?.text);
    } catch (error) {
      if (run !== this.#run) return;
      this.#close();
      const problem = error instanceof MicrophoneError ? error.problem : null;
      this.store.setState({
        phase: 'idle',
        microphoneProblem: problem,
        failure: problem === null ? (error as Error) : null,
      });
    }
  }

  /** A whole turn, typed. False while there is no connection. */
  type(text: string): boolean {
    return this.#socket?.sendMessage({ type: 'typed', text }) ?? false;
  }

  setMuted(isMuted: boolean): void {
    this.#audio?.setMuted(isMuted);
    this.store.setState({ isMuted, hearing: '' });
    this.levels.mine = 0;
  }

  setSpeakerOn(isSpeakerOn: boolean): void {
    this.#audio?.setSpeakerOn(isSpeakerOn);
    this.store.setState({ isSpeakerOn });
  }

  /** Hangs up; what was said stays on the screen. */
  end(): void {
    const { phase } = this.store.getState();
    this.#close();
    if (phase !== 'idle')
      this.store.setState({ phase: phase === 'starting' ? 'idle' : 'over', connection: 'closed' });
  }

  /** Back to where a simulation is set up. */
  reset(): void {
    this.#close();
    this.store.setState({ ...idle, isSpeakerOn: this.store.getState().isSpeakerOn });
  }

  #connect(
    callId: string,
    { way, language }: { way: Way; language: string },
    firstText: string | undefined,
  ): void {
    const run = this.#run;
    this.#toSay = firstText ?? '';
    this.store.setState({ phase: 'running', callId, connection: 'retrying' });
    const socket = openSimulationSocket(callId, {
      onFrame: (frame) => this.#audio?.play(frame),
      onStatus: (connection, code) => {
        if (run !== this.#run) return;
        if (connection === 'closed') {
          this.#close();
          this.store.setState({ phase: 'over', connection, isTakenOver: code === simulationClose.replaced });
          return;
        }
        this.store.setState({ connection });
        if (connection !== 'open') return;
        if (way !== 'microphone') this.#socket?.sendMessage({ type: 'writes' });
        if (this.#toSay !== '' && this.type(this.#toSay)) this.#toSay = '';
      },
    });
    this.#socket = socket;
    if (way === 'recogniser') this.#listen(language);
  }

  #listen(language: string): void {
    const listener: RecogniserListener = {
      onHearing: (hearing) => {
        if (!this.store.getState().isMuted) this.store.setState({ hearing });
      },
      onWords: (text) => {
        if (this.store.getState().isMuted || this.type(text)) return;
        this.#toSay = `${this.#toSay} ${text}`.trim();
      },
      onProblem: (microphoneProblem) =>
        this.store.setState({ microphoneProblem, way: 'typing', hearing: '' }),
    };
    this.#recogniser = openBrowserRecogniser(listener, language);
  }

  #takeTheirLevel(level: number): void {
    this.levels.theirs = level;
    this.#recogniser?.setListening(level < audible);
  }

  #close(): void {
    this.#run += 1;
    this.#socket?.close();
    this.#recogniser?.close();
    this.#audio?.close();
    this.#socket = undefined;
    this.#recogniser = undefined;
    this.#audio = undefined;
    this.#toSay = '';
    this.levels.mine = 0;
    this.levels.theirs = 0;
    this.store.setState({ hearing: '' });
  }
}

/** From this peak on the agent is heard. */
const audible = 0.02;
