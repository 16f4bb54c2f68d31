import '@fontsource-variable/hanken-grotesk/wght.css';
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/theme/app.css';
import { AppError } from '@parley/contract/errors';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusFirstProblem } from './app/focus-first-problem.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { router } from './app/router.tsx';
import { forgetUser } from './app/sign-out.ts';
import { toast } from './components/toasts.ts';

let isLeaving = false;
const cache = createQueryClient((failed) => {
  // Several reads may fail at once; the first one ends the visit. The marker says nothing: where the user
  // logged out in another tab it is gone, and this one still shows the workspace.
  if (isLeaving || !router.state.location.pathname.startsWith('/app')) return;
  isLeaving = true;
  forgetUser(cache);
  const { title, message } = AppError.of('not_signed_in');
  if (failed === 'read') toast.error({ title, message });
  void router
    .navigate({ to: '/login', replace: true, search: { redirect: router.state.location.href } })
    .finally(() => {
      isLeaving = false;
    });
});

focusFirstProblem(document);
const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <Providers cache={cache}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
