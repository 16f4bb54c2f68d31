/** What was written into an agent and not saved, in this browser only: it outlives a reload (EDITOR-2). */
export type AgentDraft = {
  /** The saved version it began from. */
  version: number;
  /** As the editor wrote it; whoever reads it checks it. */
  values: unknown;
};

const prefix = 'agent-draft:';

export function findAgentDraft(id: string): AgentDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(prefix + id) ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('version' in draft) || !('values' in draft)) return;
    return typeof draft.version === 'number' ? { version: draft.version, values: draft.values } : undefined;
  } catch {
    return undefined;
  }
}

/** Without room in the browser's storage nothing is kept; the editor goes on. */
export function keepAgentDraft(id: string, draft: AgentDraft): void {
  try {
    localStorage.setItem(prefix + id, JSON.stringify(draft));
  } catch {
    dropAgentDraft(id);
  }
}

export function dropAgentDraft(id: string): void {
  localStorage.removeItem(prefix + id);
}

/** Forgets the drafts of every agent. */
export function clearAgentDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
