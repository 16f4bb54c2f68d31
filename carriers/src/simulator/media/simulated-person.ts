import { callProgressTones, digitTones, renderTones } from '@parley/engine/audio/tones';
import { frameMs } from '@parley/engine/interfaces/clock';
import type { MediaEvent, MediaStream } from '@parley/engine/interfaces/media-stream';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { type Act, mix, type Person } from '../people.ts';
import { createRoomNoise, lineRateHz, speakLine, throughLine } from './line-audio.ts';
import { Listening } from './listening.ts';

/** A person who hears nothing for this long asks, and hangs up when nothing comes after that. */
const patienceMs = 12_000;
/** Who answers says hello after this, unless the other side begins. */
const helloMs = 900;
/** How long the agent may talk before an interrupter cuts in, and before an impatient one hangs up. */
const interruptMs = 1_400;
const leaveMs = 2_200;
/** A mailbox records for at most this long. */
const mailboxMs = 60_000;
/** After its last act a person hears the answer out, then waits this long before it hangs up. */
const farewellMs = 700;

const stillThere: Act = { say: 'Hello? Are you there?' };

export type SimulatedPersonOptions = {
  person: Person;
  textToSpeech: TextToSpeech;
  /** The person hangs up. Told once. */
  onHangUp: () => void;
};

/** A person on the line, counted in frames of 20 ms: listens, thinks, speaks, presses keys, hangs up. */
export class SimulatedPerson implements MediaStream {
  readonly sampleRateHz = lineRateHz;
  readonly #options: SimulatedPersonOptions;
  readonly #listening = new Listening();
  readonly #frame = new Int16Array((lineRateHz * frameMs) / 1000);
  readonly #addRoomNoise: (frame: Int16Array) => void;
  readonly #abort = new AbortController();
  #events: MediaEvent[] = [];
  #acts: Act[];
  /** The next line, synthesised ahead. Null: the synthesiser failed and the line is left out. */
  #ready: { act: Act; audio: Int16Array | null } | undefined;
  #playing: { audio: Int16Array; at: number } | undefined;
  #elapsedMs = 0;
  /** Silence of both sides. */
  #waitedMs = 0;
  #holdMs = 0;
  /** Decided to act, waiting for the audio only. */
  #isDue = false;
  #hasActed = false;
  #hasAskedAgain = false;
  #isGone = false;

  constructor(options: SimulatedPersonOptions) {
    this.#options = options;
    this.#acts = [...options.person.acts];
    this.#addRoomNoise = createRoomNoise(options.person.seed);
    this.#prepareNext();
  }

  read(): Int16Array {
    const frame = this.#frame;
    frame.fill(0);
    if (this.#isGone) return frame;
    this.#elapsedMs += frameMs;
    this.#play(frame);
    this.#addRoomNoise(frame);
    if (this.#playing) this.#waitedMs = 0;
    else this.#decide();
    return frame;
  }

  write(frame: Int16Array | null): void {
    if (this.#holdMs === 0) this.#listening.hear(frame);
  }

  /** Keys from the agent count as an answer, as a menu would take them. */
  sendDigits(digits: string): void {
    if (digits.length > 0) this.#listening.hasHeard = true;
  }

  takeEvents(): readonly MediaEvent[] {
    if (this.#events.length === 0) return this.#events;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  close(): void {
    this.#isGone = true;
    this.#abort.abort();
    this.#playing = undefined;
    this.#ready = undefined;
  }

  #play(frame: Int16Array): void {
    const playing = this.#playing;
    if (!playing) return;
    frame.set(playing.audio.subarray(playing.at, playing.at + frame.length));
    playing.at += frame.length;
    if (playing.at < playing.audio.length) return;
    this.#playing = undefined;
    this.#listening.startTurn();
  }

  /** What the person does in a frame in which it does not speak. */
  #decide(): void {
    this.#waitedMs = this.#listening.isAgentTalking ? 0 : this.#waitedMs + frameMs;
    if (this.#holdMs > 0) this.#hold();
    else if (this.#wantsToLeave()) this.#hangUp();
    else if (this.#isDue || this.#wantsToAct()) this.#act();
    else if (this.#hasActed && !this.#listening.isAgentTalking && this.#waitedMs >= this.#patienceMs())
      this.#loseCourage();
  }

  #hold(): void {
    this.#holdMs -= frameMs;
    if (this.#holdMs > 0) return;
    this.#holdMs = 0;
    this.#events.push({ type: 'resumed' });
    this.#isDue = true;
  }

  /** The agent has answered everything, or talks to one who has had enough. */
  #wantsToLeave(): boolean {
    const { quietMs, talkMs, hasHeard } = this.#listening;
    if (this.#options.person.behaviour === 'hangs_up_early') return talkMs >= leaveMs;
    return (
      this.#hasActed &&
      !this.#isMachine &&
      this.#acts.length === 0 &&
      hasHeard &&
      quietMs >= this.#pauseMs() + farewellMs
    );
  }

  #wantsToAct(): boolean {
    const { quietMs, talkMs, hasHeard, isAgentTalking } = this.#listening;
    if (this.#options.person.behaviour === 'silent' || this.#acts.length === 0) return false;
    if (!this.#hasActed && this.#isAnsweredByMachine) return this.#elapsedMs >= helloMs;
    const [next] = this.#acts;
    if (next && 'say' in next && next.afterMs !== undefined) return this.#waitedMs >= next.afterMs;
    if (!this.#hasActed && !hasHeard) return this.#elapsedMs >= helloMs && !isAgentTalking;
    if (this.#options.person.behaviour === 'interrupts' && this.#hasActed && talkMs >= interruptMs)
      return true;
    return hasHeard && quietMs >= this.#pauseMs();
  }

  /** It speaks at once, whoever else does. */
  get #isAnsweredByMachine(): boolean {
    return this.#isMachine || this.#options.person.behaviour === 'screens';
  }

  get #isMachine(): boolean {
    return this.#options.person.behaviour === 'voicemail';
  }

  #patienceMs(): number {
    return this.#isMachine ? mailboxMs : patienceMs;
  }

  #pauseMs(): number {
    const { person } = this.#options;
    return 640 + person.thinkMs + (mix(person.seed + this.#acts.length) % 120);
  }

  #loseCourage(): void {
    if (this.#hasAskedAgain || this.#acts.length === 0) {
      this.#hangUp();
      return;
    }
    this.#hasAskedAgain = true;
    this.#acts.unshift(stillThere);
    this.#ready = undefined;
    this.#isDue = true;
    this.#prepareNext();
  }

  /** Does the next act, once its audio is there. */
  #act(): void {
    const act = this.#acts[0];
    this.#isDue = act !== undefined;
    if (!act || ('say' in act && this.#ready?.act !== act)) return;
    this.#isDue = false;
    this.#waitedMs = 0;
    this.#acts.shift();
    this.#hasActed = true;
    this.#listening.startTurn();
    if ('say' in act) this.#say(act.say, this.#ready?.audio ?? null);
    else if ('press' in act) this.#press(act.press);
    else {
      this.#holdMs = act.holdMs;
      this.#events.push({ type: 'held' });
    }
    this.#ready = undefined;
    this.#prepareNext();
  }

  #say(text: string, audio: Int16Array | null): void {
    if (audio === null || audio.length === 0) return;
    this.#events.push({ type: 'words', text, durationMs: Math.round((audio.length / lineRateHz) * 1000) });
    this.#playing = { audio, at: 0 };
  }

  #press(digits: string): void {
    for (const digit of digits) this.#events.push({ type: 'digit', digit });
    this.#playing = { audio: throughLine(renderTones(digitTones(digits), lineRateHz)), at: 0 };
  }

  #prepareNext(): void {
    const act = this.#acts[0];
    if (!act || !('say' in act)) return;
    const { person, textToSpeech } = this.#options;
    speakLine(textToSpeech, {
      text: act.say,
      voice: act.voice ?? person.voice,
      level: act.level ?? 1,
      signal: this.#abort.signal,
    })
      .then((audio) => (person.behaviour === 'voicemail' ? withBeep(audio) : audio))
      .catch(() => null)
      .then((audio) => {
        if (this.#acts[0] === act && !this.#isGone) this.#ready = { act, audio };
      });
  }

  #hangUp(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onHangUp();
  }
}

function withBeep(greeting: Int16Array): Int16Array {
  const beep = throughLine(renderTones(callProgressTones.voicemailBeep, lineRateHz));
  const pause = lineRateHz / 2;
  const whole = new Int16Array(greeting.length + pause + beep.length);
  whole.set(greeting);
  whole.set(beep, greeting.length + pause);
  return whole;
}
