import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

const component = lazyRouteComponent(() => import('./upcoming-screen.tsx'), 'UpcomingScreen');

const upcoming = <const Path extends string, const Title extends string>(path: Path, title: Title) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    staticData: { title },
    component,
  });

/** Areas the sidebar already names and whose screens are being built. */
export const upcomingRoutes = [
  upcoming('campaigns', 'Campaign Manager'),
  upcoming('campaigns/create', 'Create Campaign'),
  upcoming('campaigns/$id/edit', 'Edit Campaign'),
] as const;
