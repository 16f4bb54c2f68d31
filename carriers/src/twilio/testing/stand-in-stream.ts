import { decodeMuLaw, encodeMuLaw, muLawSilence } from '@parley/engine/audio/g711';
import { newSid } from './stand-in-account.ts';

const frameBytes = 160;

/** What a stream is about, from the TwiML and the call. */
export type StreamOrder = {
  url: string;
  parameters: Record<string, string>;
  accountSid: string;
  callSid: string;
};

/** Twilio's side of a stream both ways: 50 frames a second whether somebody speaks or not. */
export class StandInStream {
  readonly streamSid = newSid('MZ');
  /** What was said to us, newest last: a second of it at most. */
  readonly heard: Int16Array[] = [];
  heardFrames = 0;
  /** Loudest sample that was heard. */
  heardPeak = 0;
  readonly marksEchoed: string[] = [];
  clears = 0;
  /** Marks come back this late, in ms: Twilio plays what it has got before. */
  playsLateMs = 0;
  /** The code the socket was closed with from the other side. */
  closedWith: number | undefined;
  readonly #socket: WebSocket;
  readonly #order: StreamOrder;
  readonly #toSay: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sequence = 0;
  #chunk = 0;
  #startedAtMs = 0;
  #isOver = false;

  /** `onClosed`: the other side closed the socket, or it broke; told once. */
  constructor(order: StreamOrder, onClosed: () => void) {
    this.#order = order;
    this.#socket = new WebSocket(order.url);
    this.#socket.addEventListener('open', () => this.#begin());
    this.#socket.addEventListener('message', ({ data }) => this.#take(String(data)));
    this.#socket.addEventListener('error', () => undefined);
    this.#socket.addEventListener('close', ({ code }) => {
      clearInterval(this.#timer);
      if (this.#isOver) return;
      this.#isOver = true;
      this.closedWith = code;
      onClosed();
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN && this.#startedAtMs > 0;
  }

  /** The person speaks: 8 kHz samples, sent in frames of 20 ms, one after another. */
  say(samples: Int16Array): void {
    const codes = new Uint8Array(Math.ceil(samples.length / frameBytes) * frameBytes).fill(muLawSilence);
    encodeMuLaw(samples, codes);
    for (let at = 0; at < codes.length; at += frameBytes) this.#toSay.push(codes.slice(at, at + frameBytes));
  }

  press(digit: string): void {
    this.#send({ event: 'dtmf', streamSid: this.streamSid, dtmf: { track: 'inbound_track', digit } });
  }

  /** Sends what no stream would. */
  sendRaw(message: string | Uint8Array): void {
    this.#socket.send(message as string);
  }

  /** The call is over: Twilio says so, and closes. */
  stop(): void {
    if (this.#isOver) return;
    const { accountSid, callSid } = this.#order;
    if (this.isOpen) this.#send({ event: 'stop', streamSid: this.streamSid, stop: { accountSid, callSid } });
    this.drop();
  }

  /** The connection breaks, and the call stands. */
  drop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#socket.close();
  }

  #begin(): void {
    const { accountSid, callSid, parameters } = this.#order;
    this.#socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
    const start = {
      streamSid: this.streamSid,
      accountSid,
      callSid,
      tracks: ['inbound'],
      customParameters: parameters,
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    };
    this.#send({ event: 'start', start, streamSid: this.streamSid });
    this.#startedAtMs = performance.now();
    this.#timer = setInterval(() => this.#catchUp(), 20);
  }

  /** As many frames as are due: a timer that comes late sends several. */
  #catchUp(): void {
    while (this.#chunk * 20 <= performance.now() - this.#startedAtMs && !this.#isOver) {
      this.#chunk += 1;
      const codes = this.#toSay.shift() ?? new Uint8Array(frameBytes).fill(muLawSilence);
      const media = {
        track: 'inbound',
        chunk: String(this.#chunk),
        timestamp: String(this.#chunk * 20),
        payload: Buffer.from(codes).toString('base64'),
      };
      this.#send({ event: 'media', media, streamSid: this.streamSid });
    }
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#sequence += 1;
    const { event, ...rest } = message;
    this.#socket.send(JSON.stringify({ event, sequenceNumber: String(this.#sequence), ...rest }));
  }

  #take(text: string): void {
    const message = JSON.parse(text) as {
      event: string;
      streamSid: string;
      media?: { payload: string };
      mark?: { name: string };
    };
    if (message.streamSid !== this.streamSid) throw new Error('This is for another stream.');
    if (message.event === 'media') this.#hear(Buffer.from(message.media?.payload ?? '', 'base64'));
    else if (message.event === 'clear') this.clears += 1;
    else if (message.event === 'mark') {
      const name = message.mark?.name ?? '';
      setTimeout(() => {
        this.marksEchoed.push(name);
        this.#send({ event: 'mark', streamSid: this.streamSid, mark: { name } });
      }, this.playsLateMs);
    } else throw new Error(`No such message is taken: ${message.event}`);
  }

  #hear(codes: Uint8Array): void {
    if (codes.length !== frameBytes) throw new Error('Sound comes in frames of 20 ms here.');
    const frame = new Int16Array(frameBytes);
    decodeMuLaw(codes, frame);
    this.heard.push(frame);
    if (this.heard.length > 50) this.heard.shift();
    this.heardFrames += 1;
    for (const sample of frame) this.heardPeak = Math.max(this.heardPeak, Math.abs(sample));
  }
}
