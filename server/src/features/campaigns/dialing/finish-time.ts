import { type CallingHours, findNextSlot, isWithinHours } from './calling-hours.ts';

export type RemainingCalls = {
  /** Contacts by the zones they may be in. */
  groups: readonly { zones: readonly string[]; contacts: number }[];
  hours: CallingHours;
  /** When calls may begin. */
  fromMs: number;
  maxLiveCalls: number;
  callsPerSecond: number;
  /** Ringing and talking, in the mean over all calls. */
  meanCallMs: number;
  /** Calls it takes until a contact is done, in the mean. */
  callsPerContact: number;
};

/** Step of the estimate. Hours begin at quarters, or the last step is cut short by less than one. */
const stepMs = 15 * 60_000;
/** Half a year of open quarters: who is not through by then has no date worth saying. */
const stepsMax = 20_000;

/**
 * When the last contact has been called, at the pace that lines and rate allow, in the hours of each contact; undefined
 * when some can never be called or it takes beyond all measure. Contacts whose hours end first are called first.
 */
export function estimateFinish(calls: RemainingCalls): number | undefined {
  const perMs = Math.min(calls.callsPerSecond / 1000, calls.maxLiveCalls / calls.meanCallMs);
  const left = calls.groups
    .map(({ zones, contacts }) => ({ zones, calls: contacts * calls.callsPerContact }))
    .filter((group) => group.calls > 0);
  if (left.length === 0) return calls.fromMs;
  if (!(perMs > 0)) return undefined;
  let atMs = calls.fromMs;
  for (let step = 0; step < stepsMax; step += 1) {
    const open = left.filter(({ zones }) => isWithinHours(calls.hours, zones, atMs));
    if (open.length === 0) {
      const slots = left.map(({ zones }) => findNextSlot(calls.hours, zones, atMs));
      if (slots.includes(undefined)) return undefined;
      atMs = Math.min(...(slots as number[]));
      continue;
    }
    const stepEndMs = (Math.floor(atMs / stepMs) + 1) * stepMs;
    let capacity = perMs * (stepEndMs - atMs);
    for (const group of open) {
      const done = Math.min(group.calls, capacity);
      group.calls -= done;
      capacity -= done;
    }
    for (let at = left.length - 1; at >= 0; at -= 1) if (left[at]!.calls <= 1e-9) left.splice(at, 1);
    if (left.length === 0) return Math.round(stepEndMs - capacity / perMs);
    atMs = stepEndMs;
  }
  return undefined;
}
