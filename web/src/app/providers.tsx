import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toastLimit } from '../components/toasts.ts';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

/** What every screen stands in: colours, toasts, server data. */
export function Providers({ cache, children }: { cache: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Notifications position="top-right" limit={toastLimit} classNames={{ root: 'toasts' }} zIndex={1000} />
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
