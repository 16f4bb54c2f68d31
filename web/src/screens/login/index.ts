import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../parents.ts';

export type LoginSearch = { redirect?: string };

export const loginRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'login',
    validateSearch: (search: Record<string, unknown>): LoginSearch =>
      typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
    component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
  }),
] as const;
