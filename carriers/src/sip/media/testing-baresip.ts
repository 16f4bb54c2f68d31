import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type BaresipCall = {
  uri: string;
  codec: 'PCMU' | 'PCMA' | 'G722';
  /** What it says, at the rate of the codec. */
  says: Int16Array;
  /** Over TLS with SRTP: the file of the authority that it trusts. */
  encryptedBy?: string;
  /** It hangs up then. */
  until: Promise<void>;
};

/** Lets baresip 1.0 (Debian) ring `uri`, speak, and hang up; answers what it heard, at the rate of the codec. */
export async function callWithBaresip(call: BaresipCall): Promise<Int16Array> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-baresip-'));
  const rateHz = call.codec === 'G722' ? 16_000 : 8000;
  try {
    writeFileSync(join(folder, 'says.wav'), wav(call.says, rateHz));
    writeFileSync(join(folder, 'contacts'), '');
    writeFileSync(
      join(folder, 'accounts'),
      `<sip:phone@127.0.0.1${call.encryptedBy ? ';transport=tls' : ''}>;regint=0;audio_codecs=${call.codec}/${rateHz}/1${call.encryptedBy ? ';mediaenc=srtp-mand' : ''}\n`,
    );
    writeFileSync(join(folder, 'config'), config(folder, rateHz, call.encryptedBy));
    const phone = spawn('baresip', ['-f', folder, '-e', `/dial ${call.uri}`], {
      stdio: 'ignore',
      cwd: folder,
    });
    const exited = once(phone, 'exit');
    await Promise.race([call.until, exited]);
    phone.kill('SIGTERM');
    await exited;
    const heard = readdirSync(folder).find((name) => /dump.*-dec\.wav$/.test(name));
    if (!heard) throw new Error('The phone heard nothing.');
    const bytes = readFileSync(join(folder, heard));
    // The header says nothing of the length while the file is written; what follows it is 16-bit audio.
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset + wavHeaderBytes)).slice();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `aufile` can only be a source there, so `aubridge` plays and `sndfile` keeps what is heard. */
function config(folder: string, rateHz: number, authority = ''): string {
  return [
    'sip_listen 127.0.0.1:0',
    'net_interface 127.0.0.1',
    ...(authority === '' ? [] : [`sip_cafile ${authority}`, 'sip_verify_server yes']),
    `audio_source aufile,${join(folder, 'says.wav')}`,
    'audio_player aubridge,heard',
    'audio_alert aubridge,alert',
    'ausrc_channels 1',
    'auplay_channels 1',
    `ausrc_srate ${rateHz}`,
    `auplay_srate ${rateHz}`,
    `snd_path ${folder}`,
    'module_path /usr/lib/baresip/modules',
    ...['g711', 'g722', 'aufile', 'aubridge', 'sndfile', 'srtp', 'account', 'menu'].map(
      (name) => `module ${name}.so`,
    ),
    '',
  ].join('\n');
}

function wav(samples: Int16Array, rateHz: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

const wavHeaderBytes = 44;
