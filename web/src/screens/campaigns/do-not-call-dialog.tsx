import { Button, FileButton, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { doNotCallKey } from '../../api/campaign-keys.ts';
import { uploadContactFile } from '../../api/campaigns.ts';
import { addDoNotCall, importDoNotCall } from '../../api/do-not-call.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';
import { countOf } from './campaign-words.ts';
import { readNumbers } from './read-numbers.ts';
import { checkCsvFiles } from './wizard/check-csv-file.ts';

/** As many as one call of the API takes. */
const mostAtOnce = 1_000;
const longestNote = 200;

type DoNotCallDialogProps = { isOpen: boolean; onClose: () => void };

/** Puts numbers on the do-not-call list: typed, pasted, or a file. */
export function DoNotCallDialog({ isOpen, onClose }: DoNotCallDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add numbers" size="md">
      {isOpen && <AddForm onClose={onClose} />}
    </Modal>
  );
}

type Added = { added: number; known: number; invalid: number };

function AddForm({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [fileProblem, setFileProblem] = useState<string>();
  const resetFile = useRef<() => void>(null);
  const tell = ({ added, known, invalid }: Added) => {
    void cache.invalidateQueries({ queryKey: doNotCallKey });
    const parts = [
      `${countOf(added, 'number')} added.`,
      ...(known > 0 ? [`${countOf(known, 'number')} stood on the list already.`] : []),
      ...(invalid > 0 ? [`${invalid} could not be read as phone numbers.`] : []),
    ];
    const show = invalid > 0 ? toast.warning : toast.success;
    show({ message: parts.join(' ') });
  };
  const onError = (error: Error) =>
    toast.error({ title: failureTitle(error), message: failureMessage(error, 'do_not_call_not_changed') });
  const add = useMutation({
    mutationFn: (numbers: string[]) => addDoNotCall(numbers, note.trim()),
    onSuccess: ({ added, already_listed: known, invalid }) => {
      tell({ added, known, invalid: invalid.length });
      if (invalid.length === 0) return onClose();
      // What is wrong stays, to be mended.
      setText(invalid.join('\n'));
      setProblem('These are no phone numbers. Give them with the country in front.');
    },
    onError,
  });
  const send = useMutation({
    mutationFn: async (file: File) =>
      importDoNotCall(
        await uploadContactFile(file, { signal: new AbortController().signal, onProgress: () => undefined }),
        note.trim(),
      ),
    onSuccess: ({ added, already_listed: known, invalid }) => {
      tell({ added, known, invalid });
      // Numbers that were typed beside it are still to be added.
      if (text.trim() === '') onClose();
    },
    onError,
    // The same file can be chosen again.
    onSettled: () => resetFile.current?.(),
  });
  const chooseFile = (file: File | null) => {
    if (file === null) return;
    const refusal = checkCsvFiles([file]);
    setFileProblem(refusal);
    if (refusal === undefined) send.mutate(file);
    else resetFile.current?.();
  };
  const submit = () => {
    const numbers = readNumbers(text);
    if (numbers.length === 0) return setProblem('Give at least one number.');
    if (numbers.length > mostAtOnce)
      return setProblem(`At most ${mostAtOnce.toLocaleString('en-US')} at once. Use a file for more.`);
    add.mutate(numbers);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <Textarea
          label="Numbers"
          description="One on each line, with the country in front."
          placeholder={'+1 415 555 0101\n+1 415 555 0102'}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={40_000}
          value={text}
          error={problem}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <TextInput
          label="Note"
          description="Optional: why, for your team."
          maxLength={longestNote}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group gap="sm">
          <FileButton accept=".csv,text/csv" resetRef={resetFile} onChange={chooseFile}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={18} stroke={1.8} />}
                loading={send.isPending}
              >
                Add a CSV file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            Up to 10 MB
          </Text>
          {fileProblem !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {fileProblem}
            </Text>
          )}
        </Group>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add
        </Button>
      </Group>
    </form>
  );
}
