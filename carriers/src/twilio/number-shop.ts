import type { NumberKind, NumberShop, OfferedNumber } from '../carrier.ts';
import { NumberShopError } from '../number-shop-error.ts';
import type { TwilioApi } from './twilio-api.ts';
import { fieldOf, TwilioError, textOf } from './twilio-error.ts';

type Wanted = Parameters<NumberShop['search']>[0];
type Price = OfferedNumber['monthlyPrice'];

/** Countries with numbers that can be had without papers come first; of the others Twilio says what it needs. */
const countries = [
  ...['US', 'CA', 'GB', 'AU', 'AT', 'BE', 'BR', 'CH', 'CL', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'HK', 'HU'],
  ...['IE', 'IL', 'IT', 'JP', 'LT', 'MX', 'NL', 'NO', 'NZ', 'PL', 'PR', 'PT', 'RO', 'SE', 'SG', 'ZA'],
] as const;

/** The resource of each kind, and what the price list calls it. */
const kinds: Readonly<Record<NumberKind, { resource: string; priced: string }>> = {
  local: { resource: 'Local', priced: 'local' },
  toll_free: { resource: 'TollFree', priced: 'toll free' },
  mobile: { resource: 'Mobile', priced: 'mobile' },
};

/** Where Twilio itself looks for an area code (the AreaCode parameter). */
const northAmerican: ReadonlySet<string> = new Set(['US', 'CA', 'PR']);
/** Numbers that are looked through where Twilio cannot look by itself. */
const lookedThrough = 200;
/** The number is not for sale (https://www.twilio.com/docs/errors/21422). */
const notAvailable = 21422;

/**
 * Numbers of an account at Twilio: what is for sale
 * (https://www.twilio.com/docs/phone-numbers/api/availablephonenumber-resource), at which price
 * (https://www.twilio.com/docs/phone-numbers/pricing), and what the account rents
 * (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource).
 */
export function openNumberShop(api: TwilioApi): NumberShop {
  return {
    countries,
    kinds: Object.keys(kinds) as NumberKind[],
    async search(wanted, signal) {
      const [found, price] = await Promise.all([
        read(() => findOffered(api, wanted, signal)),
        // Without a price the number is as good: the screen says that it is not told.
        findPrice(api, wanted, signal).catch(() => null),
      ]);
      return found.map((entry) => ({
        number: textOf(entry, 'phone_number'),
        place: placeOf(entry),
        monthlyPrice: price,
      }));
    },
    async buy(number, signal) {
      const path = api.accountPath('IncomingPhoneNumbers.json');
      const rented = await order(() =>
        api.send({ method: 'POST', path, form: { PhoneNumber: number } }, signal),
      );
      return { number: textOf(rented, 'phone_number') || number, carrierNumberId: textOf(rented, 'sid') };
    },
    async list(signal) {
      const found = await read(() =>
        api.list(api.accountPath('IncomingPhoneNumbers.json'), { name: 'incoming_phone_numbers' }, signal),
      );
      return found.map(toRented);
    },
    async release(number, signal) {
      const rented = await read(() =>
        api.list(
          api.accountPath('IncomingPhoneNumbers.json'),
          { name: 'incoming_phone_numbers', query: { PhoneNumber: number } },
          signal,
        ),
      );
      const sid = rented.map(toRented).find((each) => each.number === number)?.carrierNumberId;
      if (sid === undefined) return;
      const path = api.accountPath(`IncomingPhoneNumbers/${sid}.json`);
      await order(() => api.send({ method: 'DELETE', path, isRepeatable: true }, signal)).catch((error) => {
        if (!(error instanceof NumberShopError && error.failure === 'lacks')) throw error;
      });
    },
  };
}

async function findOffered(api: TwilioApi, wanted: Wanted, signal: AbortSignal): Promise<unknown[]> {
  const { country, kind, contains = '', limit } = wanted;
  const areaCode = northAmerican.has(country) ? (wanted.areaCode ?? '') : '';
  // Elsewhere the code is looked for in what is found; the zero before it is dialled at home only.
  const begins = areaCode === '' ? (wanted.areaCode ?? '').replace(/^0+/, '') : '';
  // Twilio looks for two digits or more.
  const pattern = [contains, begins].find((digits) => digits.length >= 2) ?? '';
  const isComplete = begins === '' && pattern === contains;
  const answer = await api.get(
    api.accountPath(`AvailablePhoneNumbers/${country}/${kinds[kind].resource}.json`),
    {
      VoiceEnabled: 'true',
      // Those that need an address on file cannot be bought from here.
      ExcludeAllAddressRequired: 'true',
      PageSize: String(isComplete ? limit : lookedThrough),
      ...(areaCode !== '' && { AreaCode: areaCode }),
      ...(pattern !== '' && { Contains: pattern }),
    },
    signal,
  );
  const found = fieldOf(answer, 'available_phone_numbers');
  // A calling code has one to three digits.
  const beginsSo = new RegExp(`^\\+\\d{1,3}?${begins}`);
  return (Array.isArray(found) ? found : [])
    .filter((entry) => {
      const number = textOf(entry, 'phone_number');
      return number.includes(contains) && beginsSo.test(number);
    })
    .slice(0, limit);
}

/** What a number of the kind costs each month; null where the list has none. */
async function findPrice(api: TwilioApi, { country, kind }: Wanted, signal: AbortSignal): Promise<Price> {
  const path = `/v1/PhoneNumbers/Countries/${country}`;
  const answer = await api.send({ method: 'GET', path, service: 'pricing' }, signal);
  const prices = fieldOf(answer, 'phone_number_prices');
  const price = (Array.isArray(prices) ? prices : []).find(
    (each) => textOf(each, 'number_type') === kinds[kind].priced,
  );
  const amount = String(fieldOf(price, 'current_price') ?? '');
  const currency = textOf(answer, 'price_unit').toUpperCase();
  return /^\d+(\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : null;
}

/** `Oakland, CA`; empty where the number belongs nowhere, as a toll-free one. */
function placeOf(entry: unknown): string {
  return [textOf(entry, 'locality'), textOf(entry, 'region')].filter((part) => part !== '').join(', ');
}

function toRented(entry: unknown): { number: string; carrierNumberId: string } {
  return { number: textOf(entry, 'phone_number'), carrierNumberId: textOf(entry, 'sid') };
}

/** A question that changes nothing: an answer that is lost is no more than that. */
async function read<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw failureOf(error, 'away');
  }
}

/** Something that costs or ends costs: whether it was done may be unknown. */
async function order<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw failureOf(error, 'unanswered');
  }
}

function failureOf(error: unknown, unknown: 'away' | 'unanswered'): NumberShopError {
  if (!(error instanceof TwilioError)) return new NumberShopError(unknown, 'Twilio did not answer in time.');
  const { kind, code, message, mayHaveBeenDone } = error;
  if (mayHaveBeenDone) return new NumberShopError(unknown, message);
  if (code === notAvailable) return new NumberShopError('not_offered', message);
  switch (kind) {
    case 'wrong_key':
      return new NumberShopError('key_refused', message);
    case 'not_found':
      return new NumberShopError('lacks', message);
    case 'refused':
      return new NumberShopError('refused', message.replace(/^Twilio refuses: /, ''));
    default:
      return new NumberShopError('away', message);
  }
}
