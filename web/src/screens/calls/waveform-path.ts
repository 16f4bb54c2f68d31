/** The tallest peak of each of `count` equal stretches of `peaks`, so that no shout is lost by drawing fewer bars. */
export function resamplePeaks(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0) return Array.from({ length: count }, () => 0);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    return peaks.slice(from, to).reduce((highest, peak) => Math.max(highest, peak), 0);
  });
}

/** A whisper is drawn at most this much taller than it was: a recording of silence must not look like speech. */
const highestGain = 6;

/** By how much to draw all peaks taller, so that the loudest of the recording fills its lane. */
export function gainOf(...lanes: readonly (readonly number[])[]): number {
  const loudest = lanes.flat().reduce((highest, peak) => Math.max(highest, peak), 0);
  return loudest > 0 ? Math.min(highestGain, Math.max(1, 1 / loudest)) : 1;
}

/** Width of a bar and its gap, and half the height of the picture, in units of the drawing. */
export const barPitch = 4;
export const laneHeight = 40;
const barWidth = 2.4;
/** Silence shows as a thin line: the recording goes on. */
const leastHeight = 1;

/** Bars of one lane as the path of an SVG: upwards from the middle, or downwards. */
export function barsPath(peaks: readonly number[], direction: 'up' | 'down'): string {
  return peaks
    .map((peak, at) => {
      const height = Math.max(leastHeight, Math.min(1, Math.max(0, peak)) * (laneHeight - 2));
      const top = direction === 'up' ? laneHeight - 0.5 - height : laneHeight + 0.5;
      return `M${(at * barPitch).toFixed(1)} ${top.toFixed(1)}h${barWidth}v${height.toFixed(1)}h-${barWidth}z`;
    })
    .join('');
}
