import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

export const agentsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'voice-agents',
    component: lazyRouteComponent(() => import('./agents-screen.tsx'), 'AgentsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'voice-agents/new',
    component: lazyRouteComponent(() => import('./agents-screen.tsx'), 'NewAgentScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'voice-agents/$id',
    component: lazyRouteComponent(() => import('./agent-screen.tsx'), 'AgentScreen'),
  }),
] as const;
