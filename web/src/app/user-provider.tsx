import type { UserProfile } from '@parley/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { profileQuery } from '../api/accounts.ts';
import { type StoredUser, useUserStore } from '../api/user-store.ts';

type UserValue = {
  /** What was stored at sign-in, until and unless the profile is fresher. */
  user: StoredUser | null;
  profile: UserProfile | undefined;
};

const UserContext = createContext<UserValue | undefined>(undefined);

/** Gives the screens the signed-in user, and refreshes the profile once. */
export function UserProvider({ children }: { children: ReactNode }) {
  const user = useUserStore((state) => state.user);
  const { data: profile } = useQuery(profileQuery);
  const value = useMemo(() => ({ user, profile }), [user, profile]);
  return <UserContext value={value}>{children}</UserContext>;
}

/** The signed-in user (SHELL-7). */
export function useUser(): UserValue {
  const value = useContext(UserContext);
  if (!value) throw new Error('useUser must be used within a UserProvider');
  return value;
}
