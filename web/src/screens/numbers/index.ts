import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** The page of the table, in the address. */
export type NumbersSearch = { page?: number };

export const numberScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'phone-numbers',
    validateSearch: (search: Record<string, unknown>): NumbersSearch => {
      const page = Number(search['page']);
      return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {};
    },
    component: lazyRouteComponent(() => import('./phone-numbers-screen.tsx'), 'PhoneNumbersScreen'),
  }),
] as const;
