import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const verifyEmailRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'verify-email',
    component: lazyRouteComponent(() => import('./verify-email-screen.tsx'), 'VerifyEmailScreen'),
  }),
] as const;
