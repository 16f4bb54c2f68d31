import { Button, FileButton, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './knowledge.module.css';
import { fileEndings } from './knowledge-words.ts';

type FileDropProps = {
  onFiles: (files: readonly File[]) => void;
  isDisabled?: boolean;
  children?: ReactNode;
};

/** Where files are dropped, or chosen with the keyboard. */
export function FileDrop({ onFiles, isDisabled = false, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  const take = (files: readonly File[]) => {
    if (files.length > 0 && !isDisabled) onFiles(files);
    // The same file may be chosen again.
    forget.current?.();
  };
  const on = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(!isDisabled);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  return (
    <section className={classes['drop']} aria-label="Files to add" data-over={isOver || undefined} {...on}>
      <IconFileUpload size={24} stroke={1.6} aria-hidden="true" />
      <div className={classes['words']}>
        <Text fw={600} size="sm">
          Drop files here, or choose them
        </Text>
        <Text size="sm" c="dimmed">
          PDF, DOCX, TXT, MD, HTML or CSV, up to 20 MB each
        </Text>
        {children}
      </div>
      <FileButton multiple accept={fileEndings} resetRef={forget} disabled={isDisabled} onChange={take}>
        {(button) => (
          <Button variant="light" {...button} disabled={isDisabled}>
            Choose files
          </Button>
        )}
      </FileButton>
    </section>
  );
}
