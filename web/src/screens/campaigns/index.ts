import { type ContactState, contactStates } from '@parley/contract/campaign-rules';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../parents.ts';

/** What is open over the list, and of which campaign. */
export type CampaignsSearch = { show?: 'settings' | 'status' | 'check'; campaign?: string };
/** The filter of a campaign's contacts, and whose history is open. */
export type ContactsSearch = { state?: ContactState; q?: string; contact?: string };

const text = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 100;

export const campaignScreenRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'campaigns',
    validateSearch: ({ show, campaign }: Record<string, unknown>): CampaignsSearch =>
      (show === 'settings' || show === 'status' || show === 'check') && text(campaign)
        ? { show, campaign }
        : {},
    component: lazyRouteComponent(() => import('./campaigns-screen.tsx'), 'CampaignsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'campaigns/create',
    component: lazyRouteComponent(() => import('./campaign-create-screen.tsx'), 'CampaignCreateScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'campaigns/$id/edit',
    component: lazyRouteComponent(() => import('./campaign-edit-screen.tsx'), 'CampaignEditScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'campaigns/$id/contacts',
    validateSearch: ({ state, q, contact }: Record<string, unknown>): ContactsSearch => {
      const known = contactStates.find((each) => each === state);
      return { ...(known && { state: known }), ...(text(q) && { q }), ...(text(contact) && { contact }) };
    },
    component: lazyRouteComponent(() => import('./contacts-screen.tsx'), 'ContactsScreen'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: 'campaigns/do-not-call',
    component: lazyRouteComponent(() => import('./do-not-call-screen.tsx'), 'DoNotCallScreen'),
  }),
] as const;
