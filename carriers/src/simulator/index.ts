import { z } from 'zod';
import { type Carrier, carrier } from '../carrier.ts';
import { samplePeople } from './people.ts';
import { openSimulatedNetwork } from './service.ts';

/**
 * A phone network inside the process, for local mode, demos and tests: the people at +1 AAA 555-0100 to
 * 555-0199 (numbers reserved for fiction) answer, are busy, have voicemail or a call assistant, interrupt; the same number
 * always behaves the same.
 */
export const simulator: Carrier = carrier({
  id: 'simulator',
  name: 'Simulated phone network',
  settings: z.object({}),
  open: async (options) => openSimulatedNetwork(options),
  farEndsKnowTheirWords: true,
  samplePeople,
  mediaModule: new URL('./media/open-media.ts', import.meta.url),
});
