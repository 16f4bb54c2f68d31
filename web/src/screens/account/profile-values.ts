import type { UserProfile } from '@parley/contract/accounts';
import { AppError } from '@parley/contract/errors';
import { e164Pattern } from '@parley/contract/phone';
import type { ProfileChanges } from '../../api/account-settings.ts';

export type ProfileValues = { firstName: string; lastName: string; phoneNumber: string; timeZone: string };

/** What the form shows of a profile; without a time zone, that of the browser. */
export function valuesOf(profile: UserProfile, browserZone: string): ProfileValues {
  const { firstName, lastName, phoneNumber, user_tz } = profile;
  return { firstName, lastName, phoneNumber, timeZone: user_tz || browserZone };
}

/** A number as people write it, without what is there for the eye: `+1 (415) 555-0123` becomes `+14155550123`. */
export function plainNumber(text: string): string {
  return text
    .trim()
    .replace(/^00/, '+')
    .replace(/[\s().\-–/]/g, '');
}

/** The fields that differ from the profile, as the API takes them. */
export function changedFields(profile: UserProfile, values: ProfileValues): ProfileChanges {
  const given: ProfileChanges = {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    phoneNumber: plainNumber(values.phoneNumber),
    user_tz: values.timeZone,
  };
  const isChanged = ([name, value]: [string, string | undefined]) =>
    value !== profile[name as keyof ProfileChanges] &&
    // A number that was kept as it was typed at signup is no change while nobody touches it.
    !(name === 'phoneNumber' && values.phoneNumber === profile.phoneNumber);
  return Object.fromEntries(Object.entries(given).filter(isChanged));
}

/** What is wrong with each field. A number that is there already may stay as it is. */
export function profileChecks(profile: Pick<UserProfile, 'phoneNumber'>) {
  return {
    firstName: (value: string) => (value.trim() === '' ? 'First name is required' : null),
    lastName: (value: string) => (value.trim() === '' ? 'Last name is required' : null),
    phoneNumber: (value: string) => {
      const number = plainNumber(value);
      if (number === '' || value === profile.phoneNumber || e164Pattern.test(number)) return null;
      return number.startsWith('+')
        ? 'This is not a phone number'
        : 'Begin with the country code, such as +1 for the United States';
    },
    timeZone: (value: string) => (value ? null : 'Timezone is required'),
  };
}

/** What the server says about each field, by its name in the form. */
export function fieldErrors(error: Error): Partial<Record<keyof ProfileValues, string>> {
  const details = error instanceof AppError ? (error.details ?? []) : [];
  return Object.fromEntries(
    details.map(({ field, message }) => [field === 'user_tz' ? 'timeZone' : field, message]),
  );
}
