import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Allowed } from '../allowed.tsx';

type ConnectionActionsProps = { name: string; onChange: () => void; onRemove: () => void };

/** What may be done with a connection of the workspace wherever it is listed. */
export function ConnectionActions({ name, onChange, onRemove }: ConnectionActionsProps) {
  return (
    <>
      <Allowed permission="manage">
        <Button
          variant="default"
          leftSection={<IconPencil size={17} />}
          aria-label={`Change ${name}`}
          aria-haspopup="dialog"
          onClick={onChange}
        >
          Change
        </Button>
      </Allowed>
      <Allowed permission="manage">
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={17} />}
          aria-label={`Remove ${name}`}
          aria-haspopup="dialog"
          onClick={onRemove}
        >
          Remove
        </Button>
      </Allowed>
    </>
  );
}
