import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What the command palette led to last: a path of the product, under the name it had then. */
export type RecentCommand = { id: string; label: string; detail: string; kind: string; href: string };

/** As many as one takes in at a glance. */
const kept = 5;

type RecentState = { recent: RecentCommand[]; keep: (command: RecentCommand) => void; clear: () => void };

/** The last choices in the command palette, newest first, persisted under `palette-storage` until log out. */
export const useRecentStore = create<RecentState>()(
  persist(
    (set) => ({
      recent: [],
      keep: ({ id, label, detail, kind, href }) =>
        set(({ recent }) => ({
          recent: [{ id, label, detail, kind, href }, ...recent.filter((each) => each.id !== id)].slice(
            0,
            kept,
          ),
        })),
      clear: () => {
        set({ recent: [] });
        useRecentStore.persist.clearStorage();
      },
    }),
    { name: 'palette-storage', partialize: ({ recent }) => ({ recent }) },
  ),
);
