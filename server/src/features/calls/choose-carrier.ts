import type { CarrierService } from '@parley/carriers/carrier';

/** A carrier that might place a call. */
export type CarrierToAsk = {
  carrierId: string;
  service: Pick<CarrierService, 'canReach' | 'hasNumber'>;
  /** Its far ends are people whom calls are tried on. */
  isForSamples: boolean;
};

/**
 * The carrier that places a call: of those that can reach the number now, the one that the caller's number came with, for
 * another would show a number that is not its own; else the first of the list. People whom calls are tried on are rung by
 * their own network whatever the number.
 */
export function chooseCarrier<Asked extends CarrierToAsk>(
  carriers: Iterable<Asked>,
  call: { toNumber: string; fromNumber: string; workspaceId: string },
): Asked | undefined {
  const { toNumber, fromNumber, workspaceId } = call;
  let first: Asked | undefined;
  for (const carrier of carriers) {
    const { service, isForSamples } = carrier;
    if (!service.canReach(toNumber, workspaceId)) continue;
    if (isForSamples || service.hasNumber?.(fromNumber, workspaceId)) return carrier;
    first ??= carrier;
  }
  return first;
}
