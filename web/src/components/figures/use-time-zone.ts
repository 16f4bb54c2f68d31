import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../api/accounts.ts';

/** Where the user's days begin: the time zone of the profile, else the browser's. Undefined until the profile is read. */
export function useTimeZone(): string | undefined {
  const profile = useQuery(profileQuery);
  if (profile.isPending) return undefined;
  return profile.data?.user_tz || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
