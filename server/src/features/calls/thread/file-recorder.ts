import { closeSync, openSync, write, writeSync } from 'node:fs';
import { wavHeader } from '@parley/engine/audio/wav';
import type { CallRateHz } from '@parley/engine/interfaces/media-stream';
import type { Recorder } from '@parley/engine/interfaces/recorder';

const channels = 2;
/** Written out once a second: a process killed outright loses at most this much of the recording. */
const blockSeconds = 1;
/** Blocks that may wait for the disk before audio is left out rather than filling memory. */
const waitingLimit = 10;

/**
 * Records both sides as one WAV file, agent left and customer right, while the call runs. The header's
 * sizes are set when the recording is stored; until then the file's own size counts.
 */
export class FileRecorder implements Recorder {
  readonly #file: number;
  readonly #frameSamples: number;
  readonly #blockSamples: number;
  readonly #onFailure: (error: Error) => void;
  /** Both sides of a moment in one number: agent in the lower half, customer in the upper. */
  #block: Int32Array;
  /** Stands for a side that is missing. */
  readonly #silence: Int16Array;
  #used = 0;
  #position: number;
  readonly #waiting: { block: Int32Array; position: number }[] = [];
  #isWriting = false;
  #isClosed = false;
  #hasFailed = false;

  /** Creates the file; throws when it cannot. */
  constructor(path: string, sampleRateHz: CallRateHz, onFailure: (error: Error) => void) {
    this.#file = openSync(path, 'wx', 0o600);
    const header = wavHeader({ encoding: 'pcm16', channels, sampleRateHz }, 0);
    writeSync(this.#file, header, 0, header.byteLength, 0);
    this.#position = header.byteLength;
    this.#frameSamples = sampleRateHz / 50;
    this.#silence = new Int16Array(this.#frameSamples);
    this.#blockSamples = sampleRateHz * blockSeconds;
    this.#block = takeBlock(this.#blockSamples);
    this.#onFailure = onFailure;
  }

  write(agent: Int16Array | null, customer: Int16Array | null): void {
    if (this.#isClosed) return;
    const block = this.#block;
    const left = agent ?? this.#silence;
    const right = customer ?? this.#silence;
    const start = this.#used;
    // WAV files and all processors that Node runs on are little-endian: the lower half comes first.
    for (let index = 0; index < this.#frameSamples; index += 1)
      block[start + index] = (left[index]! & 0xffff) | (right[index]! << 16);
    this.#used = start + this.#frameSamples;
    if (this.#used >= this.#blockSamples) this.#putBlock();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // All that is left is written at once: the recording is stored right after the call. The block on its way to
    // the disk as well: it may not have arrived, and whoever reads now would find a gap in front of the rest.
    for (const [index, { block, position }] of this.#waiting.entries()) {
      this.#writeNow(block, position);
      // The first is given back when it has arrived.
      if (index > 0 || !this.#isWriting) spareBlocks.push(block);
    }
    this.#waiting.length = 0;
    if (this.#used > 0) this.#writeNow(this.#block.subarray(0, this.#used), this.#position);
    spareBlocks.push(this.#block);
    this.#used = 0;
    if (!this.#isWriting) closeSync(this.#file);
  }

  #putBlock(): void {
    const block = this.#block;
    const position = this.#position;
    this.#position += block.byteLength;
    this.#used = 0;
    if (this.#waiting.length >= waitingLimit) {
      this.#fail(new Error('The disk is too slow for the recordings.'));
      return;
    }
    this.#block = takeBlock(this.#blockSamples);
    this.#waiting.push({ block, position });
    if (!this.#isWriting) this.#writeNext();
  }

  #writeNext(): void {
    const next = this.#waiting[0];
    if (!next) return;
    this.#isWriting = true;
    write(this.#file, next.block, 0, next.block.byteLength, next.position, (error, writtenBytes) => {
      this.#isWriting = false;
      spareBlocks.push(next.block);
      if (error) this.#fail(error);
      else if (writtenBytes < next.block.byteLength) this.#fail(new Error('The disk is full.'));
      if (this.#isClosed) {
        closeSync(this.#file);
        return;
      }
      this.#waiting.shift();
      this.#writeNext();
    });
  }

  #writeNow(block: Int32Array, position: number): void {
    try {
      writeSync(this.#file, block, 0, block.byteLength, position);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#onFailure(error);
  }
}

/**
 * Blocks that have been written and can be filled again, of all recordings of the thread: one that is under way to the
 * disk is rarely more than one in twenty, and memory that comes and goes makes the collector stop all calls.
 */
const spareBlocks: Int32Array[] = [];
const mostSpareBlocks = 64;

function takeBlock(samples: number): Int32Array {
  if (spareBlocks.length > mostSpareBlocks) spareBlocks.length = mostSpareBlocks;
  const last = spareBlocks.at(-1);
  return (last?.length === samples && spareBlocks.pop()) || new Int32Array(samples);
}
