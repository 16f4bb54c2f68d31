import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** `kb` is the knowledge base that is shown; the first without it. */
export type KnowledgeSearch = { kb?: string };

export const knowledgeScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'knowledge-base',
    validateSearch: ({ kb }: Record<string, unknown>): KnowledgeSearch =>
      typeof kb === 'string' && /^\w{1,80}$/.test(kb) ? { kb } : {},
    component: lazyRouteComponent(() => import('./knowledge-screen.tsx'), 'KnowledgeScreen'),
  }),
] as const;
