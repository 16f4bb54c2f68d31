import { Notifications } from '@mantine/notifications';
import { toastLimit } from './toasts.ts';

/** Where toasts appear (TOAST-1). */
export function ToastStack() {
  return (
    <Notifications position="top-right" limit={toastLimit} classNames={{ root: 'toasts' }} zIndex={1000} />
  );
}
