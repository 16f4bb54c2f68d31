import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../parents.ts';

/** The secret of the mailed link. */
export type InvitationSearch = { token?: string };

export const invitationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'invitation',
    validateSearch: (search: Record<string, unknown>): InvitationSearch =>
      typeof search['token'] === 'string' ? { token: search['token'] } : {},
    component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
  }),
] as const;
