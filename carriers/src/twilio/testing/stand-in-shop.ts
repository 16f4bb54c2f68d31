import { refuse, type StandInRoute } from './stand-in-route.ts';

/** A number that is for sale (https://www.twilio.com/docs/phone-numbers/api/availablephonenumber-resource). */
export type StandInOffer = {
  phone_number: string;
  kind: 'Local' | 'TollFree' | 'Mobile';
  iso_country: string;
  locality: string | null;
  region: string | null;
  /** Selling it needs an address on file. */
  needsAddress?: boolean;
};

/** What the stand-in sells: numbers for sale, rented and given back, and the price list. */
export class StandInShop {
  readonly offers: StandInOffer[] = [];
  /** What the account has left; each number costs 1.15. */
  balance = 100;

  readonly routes: readonly StandInRoute[] = [
    {
      method: 'GET',
      pattern: /^AvailablePhoneNumbers\/([A-Z]{2})\/(Local|TollFree|Mobile)\.json$/,
      answer: ({ query }, account, country = '', kind = '') => {
        const all = this.offers.filter((offer) => offer.iso_country === country);
        if (!all.some((offer) => offer.kind === kind))
          return refuse(404, 20404, `The requested resource ${kind} of ${country} was not found`);
        const areaCode = query.get('AreaCode') ?? '';
        if (areaCode !== '' && !['US', 'CA'].includes(country))
          return refuse(400, 21402, `AreaCode is not supported in ${country}`);
        const contains = query.get('Contains') ?? '';
        if (contains.length === 1) return refuse(400, 21403, 'Contains needs two characters at least');
        const found = all.filter(
          (offer) =>
            offer.kind === kind &&
            !(offer.needsAddress && query.get('ExcludeAllAddressRequired') === 'true') &&
            (areaCode === '' || offer.phone_number.startsWith(`+1${areaCode}`)) &&
            offer.phone_number.includes(contains) &&
            !account.numbers.some((rented) => rented.phone_number === offer.phone_number),
        );
        const size = Number(query.get('PageSize') ?? 50);
        const told = found.slice(0, size).map(({ kind: _kind, needsAddress, ...offer }) => ({
          ...offer,
          friendly_name: offer.phone_number,
          address_requirements: needsAddress ? 'any' : 'none',
          capabilities: { voice: true, SMS: true, MMS: false },
        }));
        return { status: 200, body: { available_phone_numbers: told, uri: '' } };
      },
    },
    {
      method: 'GET',
      pattern: /^\/v1\/PhoneNumbers\/Countries\/([A-Z]{2})$/,
      answer: (_request, _account, country = '') => ({
        status: 200,
        body: {
          country,
          iso_country: country,
          phone_number_prices: [
            { number_type: 'local', base_price: '1.15', current_price: '1.15' },
            { number_type: 'toll free', base_price: '2.15', current_price: '2.15' },
          ],
          price_unit: 'USD',
        },
      }),
    },
    {
      method: 'POST',
      pattern: /^IncomingPhoneNumbers\.json$/,
      answer: ({ form }, account) => {
        const wanted = form.get('PhoneNumber') ?? '';
        if (!/^\+\d{7,15}$/.test(wanted)) return refuse(400, 21421, `${wanted} is not a valid phone number`);
        const offer = this.offers.find((each) => each.phone_number === wanted);
        if (!offer || account.numbers.some((rented) => rented.phone_number === wanted))
          return refuse(400, 21422, `${wanted} is not available`);
        if (offer.needsAddress)
          return refuse(
            400,
            21631,
            `Phone Number ${wanted} requires an Address but the 'AddressSid' parameter was empty.`,
          );
        if (this.balance < 1.15) return refuse(400, 21404, 'Your account balance is too low to buy a number');
        this.balance -= 1.15;
        return { status: 201, body: account.addNumber(wanted) };
      },
    },
    {
      method: 'DELETE',
      pattern: /^IncomingPhoneNumbers\/(PN[0-9a-f]{32})\.json$/,
      answer: (_request, account, sid = '') => {
        const at = account.numbers.findIndex((rented) => rented.sid === sid);
        if (at < 0) return refuse(404, 20404, `The requested resource ${sid} was not found`);
        account.numbers.splice(at, 1);
        return { status: 204 };
      },
    },
  ];

  /** Puts a number up for sale. */
  offer(phoneNumber: string, more: Partial<StandInOffer> = {}): void {
    this.offers.push({
      phone_number: phoneNumber,
      kind: 'Local',
      iso_country: 'US',
      locality: 'Oakland',
      region: 'CA',
      ...more,
    });
  }
}
