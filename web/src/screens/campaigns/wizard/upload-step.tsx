import { ActionIcon, Alert, Anchor, Button, Group, Loader, Progress, Text, ThemeIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileSpreadsheet,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { formatBytes } from './check-csv-file.ts';
import type { ContactFile, ContactFileState } from './use-contact-file.ts';
import classes from './wizard.module.css';

type UploadStepProps = {
  state: ContactFileState;
  /** Whether the file was just read, and the next step opens by itself in a moment. */
  isProcessing: boolean;
};

/** The list of contacts: one CSV file of this computer (WIZ-2). */
export function UploadStep({ state, isProcessing }: UploadStepProps) {
  const { chosen, problem, choose, clear } = state;
  return (
    <>
      {chosen === undefined ? (
        <DropArea onFiles={choose} />
      ) : (
        <ChosenFile chosen={chosen} isProcessing={isProcessing} onRemove={clear} />
      )}
      {problem !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle />} mt="md" role="alert">
          {problem}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mt="md">
        The first row names the columns. One of them holds the phone numbers, best with the country in front:
        +1 415 555 0123.{' '}
        <Anchor href={sampleHref} download="contacts-sample.csv" size="sm" underline="always">
          Download a sample file
        </Anchor>
      </Text>
    </>
  );
}

const sampleHref = `data:text/csv;charset=utf-8,${encodeURIComponent(
  [
    'first_name,last_name,phone_number,email,company_name',
    'Ann,Lee,+14155550101,ann@example.com,Lakeside Dental',
    'Bo,Berg,+14155550102,bo@example.com,Berg Motors',
  ].join('\r\n'),
)}`;

function DropArea({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setOver(isInside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same by keyboard.
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <ThemeIcon size={52} radius="lg" variant="light">
        <IconUpload size={26} stroke={1.7} />
      </ThemeIcon>
      <Text fw={600} size="lg" mt={8}>
        Drop your list of contacts here
      </Text>
      <Text c="dimmed">One CSV file of up to 10 MB</Text>
      <Button mt="sm" onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again after it was mended.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

type ChosenFileProps = { chosen: ContactFile; isProcessing: boolean; onRemove: () => void };

function ChosenFile({ chosen: { file, summary, sent }, isProcessing, onRemove }: ChosenFileProps) {
  return (
    <div className={classes['file']}>
      <ThemeIcon size={46} radius="lg" variant="light">
        <IconFileSpreadsheet size={24} stroke={1.7} />
      </ThemeIcon>
      <div className={classes['file-words']}>
        <Text fw={600}>{file.name}</Text>
        <Text size="sm" c="dimmed" className="num">
          {formatBytes(file.size)}
          {summary && ` · ${describeSummary(summary.columns.length, summary.rows)}`}
        </Text>
        {sent < 1 && (
          <Progress value={sent * 100} size="sm" mt={8} aria-label="Upload" transitionDuration={200} />
        )}
      </div>
      <Group gap="sm" wrap="nowrap" role="status">
        {isProcessing || summary === undefined ? (
          <>
            <Loader size="xs" />
            <Text size="sm">Processing CSV...</Text>
          </>
        ) : (
          <IconCircleCheck
            size={24}
            stroke={1.8}
            color="var(--mantine-primary-color-filled)"
            aria-label="Ready"
          />
        )}
      </Group>
      <ActionIcon aria-label={`Remove ${file.name}`} title="Remove" onClick={onRemove}>
        <IconX size={19} />
      </ActionIcon>
    </div>
  );
}

/** `4 columns, 1,200 rows`. */
export function describeSummary(columns: number, rows: number): string {
  const count = (number: number, one: string) =>
    `${number.toLocaleString('en-US')} ${number === 1 ? one : `${one}s`}`;
  return `${count(columns, 'column')}, ${count(rows, 'row')}`;
}
