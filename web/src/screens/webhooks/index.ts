import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const webhookScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
] as const;
