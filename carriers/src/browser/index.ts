import { z } from 'zod';
import { type Carrier, carrier } from '../carrier.ts';
import { openBrowserLines } from './service.ts';

/**
 * Lines whose far end is a page of the product: staff talk to an agent by the microphone of their browser, or type. No
 * number leads here; a line waits for the WebSocket of its page.
 */
export const browser: Carrier = carrier({
  id: 'browser',
  name: 'Browser',
  settings: z.object({}),
  takesConnections: false,
  isForSimulations: true,
  open: async (options) => openBrowserLines(options),
  mediaModule: new URL('./media/open-media.ts', import.meta.url),
});
