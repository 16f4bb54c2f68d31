import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { hasSessionMarker } from '../api/session.ts';

/** Root of every screen. */
export const rootRoute = createRootRoute();

/** Parent of the screens for signed-in users; the app gives it its frame. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'app',
  // ROUTE-4: visitors go to sign in, and come back to the page they asked for.
  beforeLoad: ({ location }) => {
    if (!hasSessionMarker())
      throw redirect({ to: '/login', replace: true, search: { redirect: location.href } });
  },
});
