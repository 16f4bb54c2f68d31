import { open } from 'node:fs/promises';
import { wavHeader } from '@parley/engine/audio/wav';

/** A recording is a WAV file: 16-bit PCM, agent left, customer right. */
const headerBytes = 44;
const channels = 2;
const bytesPerSample = 2;

/** WAV header of a recording with `dataBytes` of audio. */
function recordingHeader(sampleRateHz: number, dataBytes: number): Uint8Array {
  return wavHeader({ encoding: 'pcm16', channels, sampleRateHz }, dataBytes);
}

export type Waveform = { agent: number[]; customer: number[] };
export type FinishedRecording = { sizeBytes: number; durationMs: number; waveform: Waveform };

/** Bars of the waveform: enough for a wide screen, little enough for a row. */
const waveformBars = 240;
const readBytes = 64 * 1024;

/**
 * Finishes a recording on disk: sets the header's sizes from the file's own size (it may have been cut off by a
 * crash) and takes the peaks. Undefined when it holds no audio. Rejects when the file is not a recording.
 */
export async function finishRecordingFile(path: string): Promise<FinishedRecording | undefined> {
  const file = await open(path, 'r+');
  try {
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, 0);
    if (bytesRead < headerBytes || header.toString('latin1', 0, 4) !== 'RIFF')
      throw new Error('This file is not a recording.');
    const sampleRateHz = header.readUInt32LE(24);
    const frameBytes = channels * bytesPerSample;
    const { size } = await file.stat();
    const dataBytes = Math.floor((size - headerBytes) / frameBytes) * frameBytes;
    if (dataBytes === 0) return undefined;
    await file.truncate(headerBytes + dataBytes);
    await file.write(recordingHeader(sampleRateHz, dataBytes), 0, headerBytes, 0);
    const frames = dataBytes / frameBytes;
    const waveform: Waveform = {
      agent: new Array(waveformBars).fill(0),
      customer: new Array(waveformBars).fill(0),
    };
    const block = Buffer.alloc(readBytes);
    for (let position = 0; position < dataBytes; ) {
      const { bytesRead: count } = await file.read(
        block,
        0,
        Math.min(readBytes, dataBytes - position),
        headerBytes + position,
      );
      if (count < frameBytes) break;
      takePeaks(block.subarray(0, count - (count % frameBytes)), position / frameBytes, frames, waveform);
      position += count - (count % frameBytes);
    }
    await file.datasync();
    return {
      sizeBytes: headerBytes + dataBytes,
      durationMs: Math.round((frames / sampleRateHz) * 1000),
      waveform: { agent: waveform.agent.map(roundPeak), customer: waveform.customer.map(roundPeak) },
    };
  } finally {
    await file.close();
  }
}

function takePeaks(block: Buffer, firstFrame: number, frames: number, into: Waveform): void {
  const samples = new Int16Array(block.buffer, block.byteOffset, block.byteLength / bytesPerSample);
  for (let index = 0; index + 1 < samples.length; index += channels) {
    const bar = Math.floor(((firstFrame + index / channels) * waveformBars) / frames);
    const agent = Math.abs(samples[index]!) / 32768;
    const customer = Math.abs(samples[index + 1]!) / 32768;
    if (agent > into.agent[bar]!) into.agent[bar] = agent;
    if (customer > into.customer[bar]!) into.customer[bar] = customer;
  }
}

function roundPeak(peak: number): number {
  return Math.round(peak * 1000) / 1000;
}
