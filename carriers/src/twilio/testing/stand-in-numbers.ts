import type { RentedNumber } from './stand-in-account.ts';
import { page, refuse, type StandInRoute } from './stand-in-route.ts';

/** The account itself, and the numbers it rents. */
export const numberRoutes: readonly StandInRoute[] = [
  {
    method: 'GET',
    pattern: /^\.json$/,
    answer: (_request, { accountSid }) => ({
      status: 200,
      body: { sid: accountSid, friendly_name: 'Stand-in', status: 'active', type: 'Full' },
    }),
  },
  {
    method: 'GET',
    pattern: /^IncomingPhoneNumbers\.json$/,
    answer: (request, account) => {
      const wanted = request.query.get('PhoneNumber');
      const found = account.numbers.filter((each) => wanted === null || each.phone_number === wanted);
      return page(request, account, 'incoming_phone_numbers', found);
    },
  },
  {
    method: 'POST',
    pattern: /^IncomingPhoneNumbers\/(PN[0-9a-f]{32})\.json$/,
    answer: ({ form }, account, sid = '') => {
      const number = account.numbers.find((each) => each.sid === sid);
      if (!number) return refuse(404, 20404, `The requested resource ${sid} was not found`);
      for (const [name, value] of form) {
        const field = fields[name];
        if (field === undefined) continue;
        if (/Url|StatusCallback$/.test(name) && value !== '' && !URL.canParse(value))
          return refuse(400, 21502, `${name} is not a valid URL`);
        Object.assign(number, { [field]: value });
      }
      return { status: 200, body: number };
    },
  },
];

const fields: Readonly<Record<string, keyof RentedNumber>> = {
  VoiceUrl: 'voice_url',
  VoiceMethod: 'voice_method',
  StatusCallback: 'status_callback',
  StatusCallbackMethod: 'status_callback_method',
  FriendlyName: 'friendly_name',
};
