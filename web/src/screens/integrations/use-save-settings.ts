import type { IntegrationSettings } from '@parley/contract/integrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { integrationSettingsQuery, saveIntegrationSettings } from '../../api/integrations.ts';
import { toast } from '../../components/toasts.ts';

/** Saves the settings of a connection, and keeps what is shown in step. */
export function useSaveSettings(id: string): {
  save: (settings: IntegrationSettings) => void;
  isSaving: boolean;
} {
  const cache = useQueryClient();
  const saving = useMutation({
    mutationFn: (settings: IntegrationSettings) => saveIntegrationSettings(id, settings),
    onSuccess: (_, settings) => {
      cache.setQueryData(integrationSettingsQuery(id).queryKey, (known) => known && { ...known, settings });
      toast.success({ message: 'Settings saved.' });
    },
    onError: (error) =>
      toast.error({
        title: failureTitle(error),
        message: failureMessage(error, 'integration_settings_not_saved'),
      }),
  });
  return { save: saving.mutate, isSaving: saving.isPending };
}
