import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SipTlsFiles } from '../../carrier.ts';
import { findFreePort, patienceMs } from './testing-service.ts';

/** A softphone of others: baresip 1.0 as Debian has it, without sound, worked by its control socket. */
export class TestingPhone {
  readonly #folder: string;
  readonly #program: ChildProcess;
  readonly #control: Socket;
  readonly events: string[] = [];

  /** `account` is a line of baresip's own `accounts` file; `tls` a certificate and where it may be rung over TLS. */
  static async open(account: string, tls?: SipTlsFiles & { port: number }): Promise<TestingPhone> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-phone-'));
    const port = await findFreePort();
    writeFileSync(join(folder, 'accounts'), `${account}\n`);
    writeFileSync(join(folder, 'contacts'), '');
    if (tls) {
      const pems = [tls.certificate!, tls.key!].map((file) => readFileSync(file, 'utf8'));
      writeFileSync(join(folder, 'phone.pem'), pems.join(''));
    }
    writeFileSync(
      join(folder, 'config'),
      [
        `sip_listen 127.0.0.1:${tls ? tls.port - 1 : 0}`,
        ...(tls ? [`sip_certificate ${join(folder, 'phone.pem')}`, `sip_cafile ${tls.authorities}`] : []),
        'net_interface 127.0.0.1',
        ...['source', 'player', 'alert'].map((name) => `audio_${name} aubridge,${name}`),
        'module_path /usr/lib/baresip/modules',
        ...['g711', 'g722', 'aubridge', 'srtp', 'account', 'menu', 'ctrl_tcp'].map(
          (name) => `module ${name}.so`,
        ),
        `ctrl_tcp_listen 127.0.0.1:${port}`,
        '',
      ].join('\n'),
    );
    const program = spawn('baresip', ['-f', folder], { stdio: 'ignore', cwd: folder });
    program.on('error', () => undefined);
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; ) {
      const control = await new Promise<Socket | undefined>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
        socket.on('error', () => resolve(undefined));
      });
      if (control) return new TestingPhone(folder, program, control);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    program.kill('SIGKILL');
    throw new Error('The phone did not start.');
  }

  private constructor(folder: string, program: ChildProcess, control: Socket) {
    this.#folder = folder;
    this.#program = program;
    this.#control = control;
    control.on('data', (data) => {
      for (const match of data.toString('latin1').matchAll(/"type":"(\w+)"/g))
        this.events.push(match[1] ?? '');
    });
  }

  /** Types a command of baresip's menu, such as `dial` or `hold`. */
  command(command: string, params = ''): void {
    const json = JSON.stringify({ command, params });
    this.#control.write(`${json.length}:${json},`);
  }

  async close(): Promise<void> {
    this.#control.destroy();
    if (this.#program.exitCode === null) {
      const gone = new Promise((resolve) => this.#program.once('exit', resolve));
      this.#program.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
