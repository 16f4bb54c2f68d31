import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../api/client.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';

/** Saves a file of the API on this computer, by its path below `/api/v1`. */
export function useDownload(): { download: (path: string) => void; isBusy: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ name, file }) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = name;
      link.click();
      // The browser has taken the file over once the click is done with.
      setTimeout(() => URL.revokeObjectURL(link.href), 0);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'file_not_downloaded') }),
  });
  return { download: mutate, isBusy: isPending };
}
