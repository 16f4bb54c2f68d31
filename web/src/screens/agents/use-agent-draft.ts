import { secretMask } from '@parley/contract/agent-function-rules';
import { useEffect, useRef, useState } from 'react';
import { dropAgentDraft, findAgentDraft, keepAgentDraft } from '../../api/agent-drafts.ts';
import { type AgentValues, isAgentValues, toDraft } from './agent-values.ts';

/** How long after the last key the draft is written. */
const settleMs = 300;

type FoundDraft = { version: number; values: AgentValues };

/**
 * Keeps unsaved changes in this browser, so that they outlive a reload. `found` is what an earlier visit left, until
 * the user has restored or dropped it; meanwhile nothing is written over it.
 */
export function useAgentDraft(
  id: string,
  { values, version, isChanged }: { values: AgentValues; version: number; isChanged: boolean },
): { found: FoundDraft | undefined; settle: () => void; drop: () => void } {
  const [found, setFound] = useState(() => readDraft(id));
  /** What was typed last and is about to be written. */
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (found) return;
    if (!isChanged) return dropAgentDraft(id);
    timer.current = setTimeout(
      () => keepAgentDraft(id, { version, values: toDraft(values, secretMask) }),
      settleMs,
    );
    return () => clearTimeout(timer.current);
  }, [id, values, version, isChanged, found]);
  return {
    found,
    settle: () => setFound(undefined),
    drop: () => {
      // Else who leaves right after typing would find again what they dropped.
      clearTimeout(timer.current);
      dropAgentDraft(id);
      setFound(undefined);
    },
  };
}

function readDraft(id: string): FoundDraft | undefined {
  const draft = findAgentDraft(id);
  return draft && isAgentValues(draft.values) ? { version: draft.version, values: draft.values } : undefined;
}
