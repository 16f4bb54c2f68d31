import { agentsRoutes } from './agents/index.ts';
import { callsRoutes } from './calls/index.ts';
import { dashboardRoutes } from './dashboard/index.ts';
import { loginRoutes } from './login/index.ts';
import { upcomingRoutes } from './upcoming/index.ts';

/** Every screen for visitors. */
export const publicRoutes = loginRoutes;

/** Every screen for signed-in users, by area. */
export const appRoutes = [...dashboardRoutes, ...agentsRoutes, ...callsRoutes, ...upcomingRoutes] as const;
