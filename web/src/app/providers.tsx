import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

const ToastStack = lazy(async () => ({
  default: (await import('../components/toast-stack.tsx')).ToastStack,
}));

/** What every screen stands in: colours, toasts, server data. */
export function Providers({ cache, children }: { cache: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Suspense>
        <ToastStack />
      </Suspense>
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
