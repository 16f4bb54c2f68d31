import { Button, Card, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import classes from './account.module.css';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** Deletes the account after a question that only its password answers. */
export function DeleteAccount() {
  const [dialog, setDialog] = useState({ isWanted: false, isOpen: false });
  return (
    <Card>
      <div className={classes['line']}>
        <Text maw={480}>
          Your account goes, and your workspace with its agents, numbers, calls and recordings unless somebody
          else owns it too.
        </Text>
        <Button color="red" variant="light" onClick={() => setDialog({ isWanted: true, isOpen: true })}>
          Delete account
        </Button>
      </div>
      {dialog.isWanted && (
        <Suspense>
          <DeleteDialog isOpen={dialog.isOpen} onClose={() => setDialog({ isWanted: true, isOpen: false })} />
        </Suspense>
      )}
    </Card>
  );
}
