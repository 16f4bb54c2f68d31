import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { logOut } from '../api/accounts.ts';
import { clearAgentDrafts } from '../api/agent-drafts.ts';
import { useAgentsStore } from '../api/agents-store.ts';
import { useRecentStore } from '../api/recent-store.ts';
import { clearSessionMarker } from '../api/session.ts';
import { useUserStore } from '../api/user-store.ts';

/** Forgets everything this browser knows of the user: marker, every store, and every cached answer. */
export function forgetUser(cache: QueryClient): void {
  clearSessionMarker();
  useUserStore.getState().clear();
  useAgentsStore.getState().clear();
  useRecentStore.getState().clear();
  clearAgentDrafts();
  cache.clear();
}

/** Ends the session. Also when the server cannot be reached the user leaves this browser. */
export function useSignOut(): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(async () => {
    await logOut().catch(() => undefined);
    forgetUser(cache);
  }, [cache]);
}
