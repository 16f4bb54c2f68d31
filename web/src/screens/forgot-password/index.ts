import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../parents.ts';

/** Loaded when it is asked for, and for every address outside /app that leads nowhere (ROUTE-3). */
export const forgotPasswordScreen = lazyRouteComponent(
  () => import('./forgot-password-screen.tsx'),
  'ForgotPasswordScreen',
);

export const forgotPasswordRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'forgot-password',
    component: forgotPasswordScreen,
  }),
] as const;
