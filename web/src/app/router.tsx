import { createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { forgotPasswordScreen } from '../screens/forgot-password/index.ts';
import { appRoutes, publicRoutes } from '../screens/index.ts';
import { appRoute, rootRoute } from '../screens/parents.ts';
import { RouteErrorScreen } from './route-error-screen.tsx';

// ROUTE-3: an address outside /app that leads nowhere shows the forgot-password screen.
rootRoute.update({
  component: Outlet,
  notFoundComponent: forgotPasswordScreen,
  errorComponent: RouteErrorScreen,
});

appRoute.update({
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
  notFoundComponent: lazyRouteComponent(() => import('./not-found-screen.tsx'), 'NotFoundScreen'),
});

/** ROUTE-1. */
const toDashboard = () => {
  throw redirect({ to: '/app/dashboard', replace: true });
};

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toDashboard }),
  createRoute({ getParentRoute: () => rootRoute, path: 'dashboard', beforeLoad: toDashboard }),
  ...publicRoutes,
  appRoute.addChildren([
    createRoute({ getParentRoute: () => appRoute, path: '/', beforeLoad: toDashboard }),
    ...appRoutes,
  ]),
]);

/** The routes of the product. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // The frame scrolls its main part, not the page.
  scrollToTopSelectors: ['#main'],
  defaultErrorComponent: RouteErrorScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** VERIFY-2: the email to verify, where the screen before knows it. */
    email?: string;
  }
  interface StaticDataRouteOption {
    /** Heading of a screen that is being built. */
    title?: string;
  }
}
