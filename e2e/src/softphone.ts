import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './product.ts';

/**
 * A real SIP phone: baresip with a WAV file as its microphone, which keeps what it hears. No registration.
 */
export class Softphone {
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #control: Socket;
  readonly #events: { type: string; param?: string }[] = [];
  #output = '';

  private constructor(folder: string, child: ChildProcess, control: Socket) {
    this.#folder = folder;
    this.#child = child;
    this.#control = control;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    }
    let text = '';
    control.on('data', (chunk) => {
      text += chunk.toString('latin1');
      // Netstrings (cr.yp.to/proto/netstrings.txt), each an event or the answer to a command.
      for (let match = /^(\d+):/.exec(text); match; match = /^(\d+):/.exec(text)) {
        const end = match[0].length + Number(match[1]);
        if (text.length <= end) break;
        this.#events.push(JSON.parse(text.slice(match[0].length, end)));
        text = text.slice(end + 1);
      }
    });
    control.on('error', () => undefined);
  }

  /**
   * Starts a phone whose microphone is `wavFile` (mono; 8 kHz for PCMU and PCMA, 16 kHz for G722). `user` is the
   * number it calls from.
   */
  static async open(options: PhoneOptions): Promise<Softphone> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-phone-'));
    const [sipPort, controlPort] = [await freePort(), await freePort()];
    const isWide = options.codec === 'G722';
    writeFileSync(join(folder, 'config'), config({ ...options, folder, sipPort, controlPort, isWide }));
    writeFileSync(
      join(folder, 'accounts'),
      `<sip:${options.user}@127.0.0.1>;regint=0;audio_codecs=${options.codec}/${isWide ? 16000 : 8000}/1\n`,
    );
    writeFileSync(join(folder, 'contacts'), '');
    const child = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
    return new Softphone(folder, child, await connectWhenReady(controlPort, child));
  }

  dial(uri: string): void {
    this.#command('dial', uri);
  }

  hangUp(): void {
    this.#command('hangup');
  }

  /** Presses keys one after another, as a thumb does. */
  async press(digits: string): Promise<void> {
    for (const digit of digits) {
      this.#command('sndcode', digit);
      await new Promise((resolve) => setTimeout(resolve, 350));
    }
  }

  /** Waits until the phone tells the event, such as CALL_ESTABLISHED or CALL_CLOSED. */
  async waitFor(type: string, timeoutMs = 15_000): Promise<{ type: string; param?: string }> {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      const found = this.#events.find((event) => event.type === type);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The phone did not tell ${type}: ${JSON.stringify(this.#events)}\n${this.#output}`);
  }

  /** What the phone has heard so far: a WAV file (16-bit mono). */
  readHeard(): Buffer {
    const file = readdirSync(this.#folder).find((name) => /dump.*-dec\.wav$/.test(name));
    if (!file) throw new Error(`The phone recorded nothing: ${readdirSync(this.#folder).join(', ')}`);
    return readFileSync(join(this.#folder, file));
  }

  async close(): Promise<void> {
    this.#control.destroy();
    if (this.#child.exitCode === null) {
      const gone = new Promise((resolve) => this.#child.once('exit', resolve));
      this.#child.kill('SIGTERM');
      const force = setTimeout(() => this.#child.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(force);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #command(command: string, params = ''): void {
    const json = JSON.stringify({ command, params });
    this.#control.write(`${json.length}:${json},`);
  }
}

export type PhoneOptions = { wavFile: string; codec: 'PCMU' | 'PCMA' | 'G722'; user: string };

type ConfigOptions = {
  wavFile: string;
  folder: string;
  sipPort: number;
  controlPort: number;
  isWide: boolean;
};

/** Debian's baresip 1.0: `aufile` can only be a source, so `aubridge` plays and `sndfile` keeps what is heard. */
function config({ wavFile, folder, sipPort, controlPort, isWide }: ConfigOptions): string {
  return [
    'poll_method epoll',
    `sip_listen 127.0.0.1:${sipPort}`,
    'net_interface 127.0.0.1',
    'call_max_calls 1',
    `audio_source aufile,${wavFile}`,
    'audio_player aubridge,heard',
    'audio_alert aubridge,alert',
    'ausrc_channels 1',
    'auplay_channels 1',
    `ausrc_srate ${isWide ? 16000 : 8000}`,
    `auplay_srate ${isWide ? 16000 : 8000}`,
    'rtp_stats no',
    `snd_path ${folder}`,
    'module_path /usr/lib/baresip/modules',
    'module g711.so',
    'module g722.so',
    'module aufile.so',
    'module aubridge.so',
    'module sndfile.so',
    'module account.so',
    'module menu.so',
    'module ctrl_tcp.so',
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    '',
  ].join('\n');
}

async function connectWhenReady(port: number, child: ChildProcess): Promise<Socket> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const socket = await new Promise<Socket | undefined>((resolve) => {
      const attempt = connect(port, '127.0.0.1', () => resolve(attempt));
      attempt.once('error', () => resolve(undefined));
    });
    if (socket) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('The phone did not start.');
}
