import { Button, Card, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchExport } from '../../api/account-settings.ts';
import { failureToast } from '../../components/access/failure-toast.ts';
import { toast } from '../../components/toasts.ts';
import classes from './account.module.css';

/** Everything the user may take along, as one JSON file. */
export function ExportData() {
  const download = useMutation({
    mutationFn: fetchExport,
    onSuccess: ({ name, file }) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = name;
      link.click();
      // The browser has taken the file over once the click is done with.
      setTimeout(() => URL.revokeObjectURL(link.href), 0);
      toast.success({ title: 'Download started', message: name });
    },
    onError: (error) => toast.error(failureToast(error, 'server_unreachable')),
  });
  return (
    <Card>
      <div className={classes['line']}>
        <Text>One file in JSON, with the transcript of every call.</Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.8} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
      </div>
    </Card>
  );
}
