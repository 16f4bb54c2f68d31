import { randomBytes } from 'node:crypto';

/** A number as the account lists it (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource). */
export type RentedNumber = {
  sid: string;
  account_sid: string;
  phone_number: string;
  friendly_name: string;
  voice_url: string | null;
  voice_method: string;
  status_callback: string | null;
  status_callback_method: string;
  voice_application_sid: string | null;
  trunk_sid: string | null;
  capabilities: { voice: boolean; sms: boolean; mms: boolean; fax: boolean };
};

/** What one account of the stand-in has. */
export class StandInAccount {
  readonly accountSid = newSid('AC');
  readonly authToken = randomBytes(16).toString('hex');
  readonly apiKeySid = newSid('SK');
  readonly apiKeySecret = randomBytes(16).toString('hex');
  readonly numbers: RentedNumber[] = [];

  addNumber(phoneNumber: string, more: Partial<RentedNumber> = {}): RentedNumber {
    const number: RentedNumber = {
      sid: newSid('PN'),
      account_sid: this.accountSid,
      phone_number: phoneNumber,
      friendly_name: phoneNumber,
      voice_url: '',
      voice_method: 'POST',
      status_callback: '',
      status_callback_method: 'POST',
      voice_application_sid: '',
      trunk_sid: null,
      capabilities: { voice: true, sms: true, mms: false, fax: false },
      ...more,
    };
    this.numbers.push(number);
    return number;
  }
}

/** A SID: two letters and 32 hexadecimal digits (https://www.twilio.com/docs/glossary/what-is-a-sid). */
export function newSid(prefix: string): string {
  return prefix + randomBytes(16).toString('hex');
}
