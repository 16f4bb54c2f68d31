import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../parents.ts';

export const signupRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'signup',
    component: lazyRouteComponent(() => import('./signup-screen.tsx'), 'SignupScreen'),
  }),
] as const;
