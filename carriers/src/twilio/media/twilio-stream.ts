import type { MessagePort } from 'node:worker_threads';
import { encodeMuLaw } from '@parley/engine/audio/g711';
import type { MediaEvent, MediaStream } from '@parley/engine/interfaces/media-stream';
import { EventInbox } from '../../event-inbox.ts';
import { KeyTones } from '../../key-tones.ts';
import type { ToStreamMedia } from './media-messages.ts';
import { PlayoutBuffer } from './playout-buffer.ts';
import { readStreamMessage } from './stream-message.ts';

const rateHz = 8_000;
const frameSamples = rateHz / 50;
/** Twilio sends sound whether somebody speaks or not. So many ticks without any: the line is dead (15 s). */
const deadTicks = 750;
/** A mark follows every so many frames; it comes back when what was sent before it was played. */
const framesPerMark = 25;
/** Marks that are out at once; more are not sent. */
const markLimit = 50;
/** What Twilio plays this much later than it was sent, in ticks, is thrown away there: a second. */
const lateTicks = 50;

/**
 * The sound of one call, in the call thread: Media Streams of 8 kHz mu-law both ways
 * (https://www.twilio.com/docs/voice/media-streams/websocket-messages). It keeps its shape over broken sockets.
 */
export class TwilioStream implements MediaStream {
  readonly sampleRateHz = rateHz;
  readonly #port: MessagePort;
  readonly #playout = new PlayoutBuffer();
  readonly #frame = new Int16Array(frameSamples);
  readonly #codes = Buffer.alloc(frameSamples);
  #streamSid: string | undefined;
  readonly #events = new EventInbox();
  readonly #keys = new KeyTones(rateHz);
  #tick = 0;
  #heardAtTick = 0;
  #isDead = false;
  #framesSent = 0;
  /** When each mark that is out was sent, in ticks. */
  readonly #marks = new Map<string, number>();
  #isClosed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: string | ToStreamMedia) => this.#take(message));
  }

  read(): Int16Array {
    this.#tick += 1;
    if (this.#isClosed) return this.#frame.fill(0);
    this.#playout.take(this.#frame);
    if (this.#streamSid !== undefined && !this.#isDead && this.#tick - this.#heardAtTick > deadTicks) {
      this.#isDead = true;
      this.#events.add({ type: 'lost' });
    }
    return this.#frame;
  }

  write(frame: Int16Array | null): void {
    if (this.#isClosed) return;
    const sent = frame ?? this.#keys.next();
    if (sent === null || this.#streamSid === undefined) return;
    encodeMuLaw(sent, this.#codes);
    const payload = this.#codes.toString('base64');
    this.#send('media', `"media":{"payload":"${payload}"}`);
    this.#framesSent += 1;
    if (this.#framesSent % framesPerMark === 0 && this.#marks.size < markLimit) {
      const name = String(this.#framesSent);
      this.#marks.set(name, this.#tick);
      this.#send('mark', `"mark":{"name":"${name}"}`);
    }
  }

  sendDigits(digits: string): void {
    if (!this.#isClosed) this.#keys.press(digits);
  }

  takeEvents(): readonly MediaEvent[] {
    return this.#events.take();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#playout.clear();
    this.#events.clear();
    this.#marks.clear();
    this.#port.close();
  }

  #take(message: string | ToStreamMedia): void {
    if (this.#isClosed) return;
    if (typeof message === 'string') this.#takeText(message);
    else if (message.type === 'connected') this.#connect(message.streamSid);
    else this.#drop();
  }

  #takeText(text: string): void {
    const message = readStreamMessage(text);
    if (message === undefined || this.#streamSid === undefined) return;
    if (message.event === 'media') {
      this.#heardAtTick = this.#tick;
      this.#playout.push(message.codes);
    } else if (message.event === 'dtmf') this.#events.add({ type: 'digit', digit: message.digit });
    else if (message.event === 'mark') this.#onPlayed(message.name);
  }

  #connect(streamSid: string): void {
    const isBack = this.#streamSid === undefined && this.#framesSent + this.#heardAtTick > 0;
    this.#streamSid = streamSid;
    this.#heardAtTick = this.#tick;
    this.#marks.clear();
    this.#playout.clear();
    if (isBack) this.#events.add({ type: 'resumed' });
  }

  #drop(): void {
    if (this.#streamSid === undefined) return;
    this.#streamSid = undefined;
    this.#playout.clear();
    this.#events.add({ type: 'held' });
  }

  /** What is far behind, after a network that stood still, is thrown away: the agent is not to talk in the past. */
  #onPlayed(name: string): void {
    const sentAtTick = this.#marks.get(name);
    if (sentAtTick === undefined) return;
    this.#marks.delete(name);
    if (this.#tick - sentAtTick <= lateTicks) return;
    // Clearing gives back all marks that are out.
    this.#marks.clear();
    this.#send('clear');
  }

  #send(event: 'media' | 'mark' | 'clear', rest?: string): void {
    const end = rest === undefined ? '' : `,${rest}`;
    this.#port.postMessage(`{"event":"${event}","streamSid":"${this.#streamSid}"${end}}`);
  }
}
