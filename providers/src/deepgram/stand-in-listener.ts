import type { WebSocket } from 'ws';
import type { Behaviour, StandInConnection } from './stand-in.ts';

type Options = {
  client: WebSocket;
  connection: StandInConnection;
  behaviour: Behaviour;
  sentence: string;
  silenceLimitMs: number;
};

/** What is louder counts as speech. */
const loudPeak = 500;

/** One connection of the stand-in: hears sound, tells interim results every second, and final ones when asked. */
export class StandInListener {
  readonly #options: Options;
  readonly #rateHz: number;
  /** Where the part of the sound begins that has no final result yet, in samples. */
  #finalSamples = 0;
  #samples = 0;
  #toldSamples = 0;
  #isLoud = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#rateHz = Number(options.connection.query.get('sample_rate'));
    const { client, behaviour } = options;
    client.on('message', (data, isBinary) => {
      if (isBinary) this.#onSound(data as Buffer);
      else this.#onControl(String(data));
    });
    client.on('close', () => clearTimeout(this.#silence));
    client.on('error', () => undefined);
    this.#onSign();
    if (behaviour.says !== undefined) client.send(behaviour.says);
    if (behaviour.cutAfterMs === 0) client.terminate();
  }

  #onSign(): void {
    clearTimeout(this.#silence);
    const { client, silenceLimitMs } = this.#options;
    this.#silence = setTimeout(() => client.close(1011, 'NET-0001'), silenceLimitMs);
  }

  #onSound(sound: Buffer): void {
    const { client, connection, behaviour } = this.#options;
    this.#onSign();
    if (sound.length === 0 || sound.length % 2 === 1) return void client.close(1008, 'DATA-0000');
    connection.soundBytes += sound.length;
    this.#samples += sound.length / 2;
    for (let at = 0; at < sound.length; at += 2) {
      if (Math.abs(sound.readInt16LE(at)) > loudPeak) this.#isLoud = true;
    }
    const heardMs = (this.#samples * 1000) / this.#rateHz;
    const { cutAfterMs = Number.POSITIVE_INFINITY, closeAfterMs } = behaviour;
    if (heardMs >= cutAfterMs) return void client.terminate();
    if (closeAfterMs && heardMs >= closeAfterMs.ms)
      return void client.close(closeAfterMs.code, closeAfterMs.reason);
    if (this.#samples - this.#toldSamples < this.#rateHz) return;
    this.#toldSamples = this.#samples;
    // An interim result knows the beginning of the sentence only.
    const words = this.#options.sentence.split(' ');
    this.#tell({
      text: this.#isLoud ? words.slice(0, -1).join(' ') : '',
      isFinal: false,
      isFinalized: false,
    });
  }

  #onControl(text: string): void {
    const { client, connection, behaviour, sentence } = this.#options;
    const type = String((JSON.parse(text) as { type?: unknown }).type);
    connection.controls.push(type);
    this.#onSign();
    if (type === 'KeepAlive') return;
    if (type === 'Finalize') {
      if (behaviour.skipsFinalize || this.#samples === this.#finalSamples) return;
      this.#tell({ text: this.#isLoud ? sentence : '', isFinal: true, isFinalized: true });
      this.#finalSamples = this.#samples;
      this.#isLoud = false;
      return;
    }
    if (type === 'CloseStream') {
      client.send(JSON.stringify({ type: 'Metadata', request_id: 'r-1', duration: 0, channels: 1 }));
      client.close(1000);
      return;
    }
    client.send(
      JSON.stringify({ type: 'Error', description: `Unknown message ${type}`, variant: 'UNKNOWN' }),
    );
  }

  #tell(result: { text: string; isFinal: boolean; isFinalized: boolean }): void {
    if (this.#options.behaviour.isMute) return;
    const seconds = (samples: number) => Math.round((samples * 100) / this.#rateHz) / 100;
    const start = seconds(this.#finalSamples);
    this.#options.client.send(
      JSON.stringify({
        type: 'Results',
        channel_index: [0, 1],
        start,
        duration: seconds(this.#samples) - start,
        is_final: result.isFinal,
        speech_final: result.isFinal,
        from_finalize: result.isFinalized,
        channel: { alternatives: [{ transcript: result.text, confidence: 0.99, words: [] }] },
      }),
    );
  }
}
