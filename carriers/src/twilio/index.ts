import { type Carrier, carrier } from '../carrier.ts';
import { accountFromEnvironment, accountSettings } from './account-settings.ts';
import { openNumberShop } from './number-shop.ts';
import { TwilioService } from './service.ts';
import { TwilioApi } from './twilio-api.ts';

/** An account at Twilio: its numbers ring agents, and agents call with them. */
export const twilio: Carrier = carrier({
  id: 'twilio',
  name: 'Twilio account',
  about:
    'The numbers of your account appear here at once. Those that lead nowhere yet are set to ring your agents; numbers that serve something else in Twilio stay as they are, and the list names them.',
  settings: accountSettings,
  open: async (options) => new TwilioService(options),
  discover: accountFromEnvironment,
  numberShop: (settings) => openNumberShop(new TwilioApi(settings)),
  mediaModule: new URL('./media/open-media.ts', import.meta.url),
});
