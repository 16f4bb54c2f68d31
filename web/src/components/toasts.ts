/** TOAST-1: at the top right, at most three, 4 s; errors 5 s. */
export const toastLimit = 3;
const shownMs = 4_000;
const errorShownMs = 5_000;

export type Toast = { title?: string; message: string };
export type CustomToast = Toast & { color: string; shownForMs?: number };

/** Loaded apart, as the stack that shows them is: the first screen does without. */
const show = ({ color, shownForMs = shownMs, ...toast }: CustomToast): void => {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ ...toast, color, autoClose: shownForMs, withBorder: true }),
  );
};

/** The toasts of the product, by kind. */
export const toast = {
  success: (content: Toast) => show({ ...content, color: 'pine' }),
  error: (content: Toast) => show({ ...content, color: 'red', shownForMs: errorShownMs }),
  warning: (content: Toast) => show({ ...content, color: 'yellow' }),
  info: (content: Toast) => show({ ...content, color: 'blue' }),
  custom: show,
};
