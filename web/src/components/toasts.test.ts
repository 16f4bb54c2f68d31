import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { type Toast, toast, toastLimit } from './toasts.ts';

beforeEach(() => notifications.clean());

test('[TOAST-1] every kind of toast is shown for four seconds in its colour, errors for five', async () => {
  const content: Toast = { title: 'News', message: 'Something happened.' };
  const kinds = [
    { show: toast.success, color: 'pine', autoClose: 4000 },
    { show: toast.error, color: 'red', autoClose: 5000 },
    { show: toast.warning, color: 'yellow', autoClose: 4000 },
    { show: toast.info, color: 'blue', autoClose: 4000 },
  ];
  for (const { show, color, autoClose } of kinds) {
    notifications.clean();
    show(content);
    await expect
      .poll(() => notificationsStore.getState().notifications)
      .toEqual([expect.objectContaining({ ...content, color, autoClose })]);
  }
  notifications.clean();
  toast.custom({ ...content, color: 'grape', shownForMs: 1500 });
  await expect
    .poll(() => notificationsStore.getState().notifications)
    .toEqual([expect.objectContaining({ ...content, color: 'grape', autoClose: 1500 })]);
  expect(toastLimit).toBe(3);
});
