import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const helpCenterRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'help-center',
    /** `q`: what is searched · `about`: the path of the screen one came from. */
    validateSearch: (search): { q?: string; about?: string } => ({
      ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'].slice(0, 100) }),
      ...(typeof search['about'] === 'string' && { about: search['about'].slice(0, 100) }),
    }),
    component: lazyRouteComponent(() => import('./help-center-screen.tsx'), 'HelpCenterScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'help-center/$slug',
    component: lazyRouteComponent(() => import('./guide-screen.tsx'), 'GuideScreen'),
  }),
] as const;
