import type { KnowledgeBase, KnowledgeItem } from '@parley/contract/knowledge';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle, type PlainErrorCode } from '../../api/failure-message.ts';
import {
  deleteKnowledgeBase,
  knowledgeKey,
  refreshKnowledgeItem,
  removeKnowledgeItem,
  sendKnowledgeFile,
  setPageWeekly,
} from '../../api/knowledge.ts';
import { toast } from '../../components/toasts.ts';

export type KnowledgeActions = ReturnType<typeof useKnowledgeActions>;

/** What can be done with a knowledge base by one click; each says when it did not work. */
export function useKnowledgeActions(base: KnowledgeBase, onDone: () => void) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: knowledgeKey });
  const failed = (fallback: PlainErrorCode) => (error: unknown) => {
    toast.error({ title: failureTitle(error), message: failureMessage(error, fallback) });
    // What another has removed meanwhile leaves the screen.
    void refresh();
  };
  return {
    remove: useMutation({
      mutationFn: () => deleteKnowledgeBase(base.id),
      onSuccess: async () => {
        toast.success(successToast('knowledge_base_deleted'));
        onDone();
        await refresh();
      },
      onError: failed('knowledge_base_not_deleted'),
    }),
    removeItem: useMutation({
      mutationFn: (item: KnowledgeItem) => removeKnowledgeItem(base.id, item.id),
      onSuccess: async () => {
        onDone();
        await refresh();
      },
      onError: failed('knowledge_base_not_saved'),
    }),
    replaceFile: useMutation({
      mutationFn: ({ item, file }: { item: KnowledgeItem; file: File }) =>
        sendKnowledgeFile({ baseId: base.id, itemId: item.id, file }),
      onSuccess: refresh,
      onError: failed('knowledge_file_not_sent'),
    }),
    setWeekly: useMutation({
      mutationFn: ({ item, weekly }: { item: KnowledgeItem; weekly: boolean }) =>
        setPageWeekly(base.id, item.id, weekly),
      onSuccess: refresh,
      onError: failed('knowledge_base_not_saved'),
    }),
    refreshItem: useMutation({
      mutationFn: (item: KnowledgeItem) => refreshKnowledgeItem(base.id, item.id),
      onSuccess: refresh,
      onError: failed('knowledge_base_not_saved'),
    }),
  };
}
