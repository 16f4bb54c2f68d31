/** Frames that are gathered before they are played, so that those which come late are still in time: 60 ms. */
const targetFrames = 3;
/** More than this is a delay that nobody needs: the oldest are left out down to the target. */
const mostFrames = 12;
/** Frames left over this long, in ticks, belong to what was said before a pause. */
const staleTicks = 10;

/** Evens out when frames come: one out per tick, null where there is none yet. */
export class PlayoutQueue {
  #frames: Int16Array[] = [];
  #isPlaying = false;
  #ticksSincePush = 0;

  push(frame: Int16Array): void {
    this.#frames.push(frame);
    this.#ticksSincePush = 0;
    if (this.#frames.length > mostFrames) this.#frames = this.#frames.slice(-targetFrames);
  }

  take(): Int16Array | null {
    this.#ticksSincePush += 1;
    if (!this.#isPlaying) {
      if (this.#ticksSincePush > staleTicks) this.#frames.length = 0;
      if (this.#frames.length < targetFrames) return null;
      this.#isPlaying = true;
    }
    const frame = this.#frames.shift();
    if (frame) return frame;
    this.#isPlaying = false;
    return null;
  }

  clear(): void {
    this.#frames.length = 0;
    this.#isPlaying = false;
  }
}
