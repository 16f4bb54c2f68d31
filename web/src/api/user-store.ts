import type { UserProfile } from '@parley/contract/accounts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What is kept of the user between visits. Never a credential (SHELL-7). */
export type StoredUser = Pick<UserProfile, 'name' | 'email' | 'isEmailVerified' | 'permissions'>;

type UserState = { user: StoredUser | null; keep: (user: StoredUser) => void; clear: () => void };

/** The signed-in user, persisted under `user-storage`. */
export const useUserStore = create<UserState>()(
  persist(
    (set) => ({
      user: null,
      keep: ({ name, email, isEmailVerified, permissions }) =>
        set({ user: { name, email, isEmailVerified, permissions } }),
      // Nothing is left of it, not even the key (SHELL-7).
      clear: () => {
        set({ user: null });
        useUserStore.persist.clearStorage();
      },
    }),
    { name: 'user-storage', partialize: ({ user }) => ({ user }) },
  ),
);
