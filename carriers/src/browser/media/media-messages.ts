import type { SimulationMessage } from '@parley/contract/simulations';

/**
 * What the main thread tells a line's media besides frames, which come as ArrayBuffers of 20 ms. `held`: the page is
 * gone for the moment; `resumed`: it is back.
 */
export type ToBrowserMedia =
  | Exclude<SimulationMessage, { type: 'hang_up' }>
  | { type: 'held' }
  | { type: 'resumed' };
