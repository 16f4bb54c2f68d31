/** Stage one: is there anything but the line's own noise in this frame? */
export class NoiseGate {
  /** Estimated level of the line's noise, in dBFS. */
  floorDbfs = startFloorDbfs;
  private readonly minima = new Float64Array(blockCount).fill(startFloorDbfs);
  private smoothed = startFloorDbfs;
  private block = 0;
  private framesInBlock = 0;

  /** Takes the level of the next frame; true when it stands out of the noise. */
  process(levelDbfs: number): boolean {
    this.smoothed += (levelDbfs - this.smoothed) * smoothing;
    const { minima } = this;
    const lowest = Math.min(this.smoothed, levelDbfs + quickFallDb);
    if (this.framesInBlock === 0) minima[this.block] = lowest;
    else if (lowest < minima[this.block]!) minima[this.block] = lowest;
    this.framesInBlock += 1;
    if (this.framesInBlock === blockFrames) {
      this.framesInBlock = 0;
      this.block = (this.block + 1) % blockCount;
    }
    let floor = minima[0]!;
    for (let i = 1; i < blockCount; i++) if (minima[i]! < floor) floor = minima[i]!;
    this.floorDbfs = Math.max(floor, lowestFloorDbfs);
    return levelDbfs > this.floorDbfs + openDb;
  }

  reset(): void {
    this.minima.fill(startFloorDbfs);
    this.smoothed = startFloorDbfs;
    this.floorDbfs = startFloorDbfs;
    this.block = 0;
    this.framesInBlock = 0;
  }
}

/**
 * The floor is the least smoothed level of the last 1.6 to 2 s (minimum statistics, R. Martin 2001): speech has
 * gaps, steady noise has none.
 */
const blockCount = 5;
const blockFrames = 20;
const smoothing = 0.3;
/** A single frame this much below the smoothed level pulls the floor down at once. */
const quickFallDb = 3;
/** A quiet line; a call that begins with noise learns it within the window. */
const startFloorDbfs = -60;
/** Below this nobody speaks: mu-law's own step is near -75 dBFS. */
const lowestFloorDbfs = -62;
const openDb = 4;
