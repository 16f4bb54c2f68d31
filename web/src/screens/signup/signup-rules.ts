import { AppError } from '@parley/contract/errors';
import type { NewAccount } from '../../api/accounts.ts';
import { checkEmail } from '../../components/access/check-email.ts';
import { checkNewPassword } from '../../components/access/check-new-password.ts';
import { findCountry } from '../../components/country/countries.ts';
import { checkPhone, wholeNumber } from '../../components/country/phone-entry.ts';

/** What is typed into the form. `countryCode` is the ISO code of the picked country, for its calling code. */
export type SignupValues = {
  email: string;
  firstName: string;
  lastName: string;
  countryCode: string;
  phone: string;
  password: string;
};

/** Longest name the server keeps. */
const nameMaxLength = 80;

/** SIGNUP-7, field by field. */
export const signupRules = {
  email: (email: string) => checkEmail(email, 'Please enter a valid business email'),
  firstName: (name: string) => checkName(name, 'First name'),
  lastName: (name: string) => checkName(name, 'Last name'),
  countryCode: (code: string) => (findCountry(code) ? null : 'Country code is required'),
  phone: (phone: string, { countryCode }: Pick<SignupValues, 'countryCode'>) => {
    const country = findCountry(countryCode);
    return country ? checkPhone(phone, country) : null;
  },
  password: checkNewPassword,
};

function checkName(name: string, label: string): string | null {
  if (name.trim() === '') return `${label} is required`;
  return name.trim().length > nameMaxLength ? `${label} must be at most ${nameMaxLength} characters` : null;
}

/** What the server is sent: the number as calling code and digits, names without spaces around them. */
export function toNewAccount(values: SignupValues, recaptchaToken?: string): NewAccount {
  const country = findCountry(values.countryCode);
  if (!country) throw new Error(`There is no country ${values.countryCode}.`);
  const phone = wholeNumber(values.phone, country);
  return {
    email: values.email.trim(),
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    password: values.password,
    phone,
    countryCode: phone.split(' ')[0] ?? country.dialCode,
    ...(recaptchaToken !== undefined && { recaptchaToken }),
  };
}

/** What the server has against the fields, by field; empty where the refusal is about none of them. */
export function fieldProblems(error: unknown): Partial<Record<keyof SignupValues, string>> {
  if (!(error instanceof AppError)) return {};
  if (error.code === 'email_taken') return { email: error.message };
  const known = Object.keys(signupRules);
  return Object.fromEntries(
    (error.details ?? [])
      .filter(({ field }) => known.includes(field))
      .map(({ field, message }) => [field, message]),
  );
}
