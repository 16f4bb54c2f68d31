import type { Route } from './route.ts';

/**
 * The areas of the API by the tag their calls carry: what staff read when they choose what an API key may reach, or
 * null where no key ever may (people, sign-in, keys themselves, and what reaches across areas). A new tag finds its place here before it compiles.
 */
export const apiTags = {
  Agents: 'Voice agents, their instructions and voices',
  Analytics: 'Figures and charts',
  Calls: 'Calls, transcripts and recordings; placing and ending calls',
  Campaigns: 'Campaigns and their contacts',
  Connections: 'Accounts at speech providers and phone networks',
  Contacts: 'People your agents call, and who must not be called',
  Integrations: 'Calendars and other connected services',
  Knowledge: 'Knowledge bases and their documents',
  'Merge fields': 'Merge fields of prompts and greetings',
  'Phone numbers': 'Phone numbers and the agents behind them',
  Webhooks: 'Webhook endpoints and their deliveries',
  Accounts: null,
  'API keys': null,
  Billing: null,
  Notifications: null,
  Search: null,
  Team: null,
} as const satisfies Record<string, string | null>;

export type ApiTag = keyof typeof apiTags;

/** What a key may do: `<area>:read` or `<area>:write`. An area's name is its tag in lower case. */
export type ApiScope = `${string}:${'read' | 'write'}`;

/** The scope a key needs for the call; null when no key may make it. Everything but GET writes. */
export function scopeOf(route: Pick<Route, 'tag' | 'method' | 'access'>): ApiScope | null {
  if (route.access === 'public' || apiTags[route.tag] === null) return null;
  return `${areaOf(route.tag)}:${route.method === 'GET' ? 'read' : 'write'}`;
}

/** `Phone numbers` becomes `phone-numbers`. */
export function areaOf(tag: ApiTag): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

export type ApiArea = { area: string; label: string; about: string; can: ('read' | 'write')[] };

/** The areas that the given calls make up, with what a key can be allowed in each. */
export function listAreas(routes: readonly Pick<Route, 'tag' | 'method' | 'access'>[]): ApiArea[] {
  const scopes = new Set(routes.map(scopeOf));
  const tags = Object.entries(apiTags) as [ApiTag, string | null][];
  return tags.flatMap(([label, about]) => {
    const area = areaOf(label);
    const can = (['read', 'write'] as const).filter((each) => scopes.has(`${area}:${each}`));
    return about === null || can.length === 0 ? [] : [{ area, label, about, can }];
  });
}
