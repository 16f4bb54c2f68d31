import { browser } from './browser/index.ts';
import type { Carrier } from './carrier.ts';
import { simulator } from './simulator/index.ts';
import { sip } from './sip/index.ts';
import { twilio } from './twilio/index.ts';

/** Every phone network. The first that can reach a number places the call. */
export const carriers: readonly Carrier[] = [simulator, sip, twilio, browser];
