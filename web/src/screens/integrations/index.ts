import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** `success` and `failed` are what the way back from a vendor brings; `open` is the integration whose drawer is open. */
export type IntegrationsSearch = { success?: string; failed?: string; reason?: string; open?: string };

export const integrationsScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'integrations',
    validateSearch: (search: Record<string, unknown>): IntegrationsSearch =>
      Object.fromEntries(
        (['success', 'failed', 'reason', 'open'] as const).flatMap((name) => {
          const value = search[name];
          return typeof value === 'string' && /^\w{1,80}$/.test(value) ? [[name, value]] : [];
        }),
      ),
    component: lazyRouteComponent(() => import('./integrations-screen.tsx'), 'IntegrationsScreen'),
  }),
] as const;
