import {
  type Carrier,
  type CarrierConnection,
  type CarrierOptions,
  type CarrierService,
  carrier,
} from '../carrier.ts';
import { openSipService } from './sip-service.ts';
import { trunkFromEnvironment } from './trunks/trunk-from-environment.ts';
import { listNumbers, trunkSettings } from './trunks/trunk-settings.ts';

/** Softphones of this machine, and any SIP trunk. */
export const sip: Carrier = carrier({
  id: 'sip',
  name: 'SIP trunk',
  about: 'What to enter here stands in the account at your telephone provider, or in your telephone system.',
  settings: trunkSettings,
  open: (options) => (options.environment.sipPort === 0 ? openNothing(options) : openSipService(options)),
  discover: trunkFromEnvironment,
  numbersOf: listNumbers,
  mediaModule: new URL('./media/open-media.ts', import.meta.url),
});

/** SIP_PORT=0: no sockets, no calls. */
async function openNothing(options: CarrierOptions): Promise<CarrierService> {
  options.log('info', 'SIP is turned off: SIP_PORT is 0.');
  let connections: readonly CarrierConnection[] = options.connections;
  return {
    canReach: () => false,
    placeCall: () => Promise.reject(new Error('SIP is turned off.')),
    setConnections: async (changed) => {
      connections = changed;
    },
    connectionStates: () =>
      connections.map(({ id }) => ({
        connectionId: id,
        state: 'failing',
        detail: 'SIP is turned off on the server: SIP_PORT is 0.',
      })),
    addressOf: () => null,
    status: () => ({ isReady: true, detail: 'Turned off: SIP_PORT is 0.' }),
    drain: () => undefined,
    close: async () => undefined,
  };
}
