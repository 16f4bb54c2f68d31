import type { TurnLatency } from '@parley/contract/calls';

/** One step of an answer: when it was reached, and how long it took, in ms. */
export type LatencyStep = { label: string; reachedMs: number; tookMs: number };

const stepLabels: readonly [keyof TurnLatency, string][] = [
  ['endpointMs', 'Sure that the customer had finished'],
  ['finalTranscriptMs', 'Last words recognised'],
  ['firstTokenMs', 'Answer begun'],
  ['firstAudioMs', 'First sound made'],
  ['firstFrameMs', 'Heard on the line'],
];

/** The steps an answer took, in the order they were reached; steps that do not apply are left out. */
export function latencySteps(latency: TurnLatency): LatencyStep[] {
  let beforeMs = 0;
  return stepLabels
    .flatMap(([key, label]) => {
      const reachedMs = latency[key];
      return reachedMs === null ? [] : [{ label, reachedMs }];
    })
    .sort((a, b) => a.reachedMs - b.reachedMs)
    .map((step) => {
      const tookMs = Math.max(0, step.reachedMs - beforeMs);
      beforeMs = Math.max(beforeMs, step.reachedMs);
      return { ...step, tookMs };
    });
}
