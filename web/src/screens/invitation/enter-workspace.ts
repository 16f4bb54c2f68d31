import { useAgentsStore } from '../../api/agents-store.ts';

/** Opens the workspace by a full load: nothing of another one is left on the screen or in memory. */
export function enterWorkspace(): void {
  useAgentsStore.getState().clear();
  window.location.assign('/app/dashboard');
}
