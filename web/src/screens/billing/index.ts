import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const billingRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'billing',
    component: lazyRouteComponent(() => import('./billing-screen.tsx'), 'BillingScreen'),
  }),
] as const;
