import { expect, test } from 'vitest';
import { navItems } from './nav-items.ts';
import { readSidebarPreference, sidebarCookie } from './sidebar-preference.ts';

test('[SHELL-1] the choice of the sidebar is kept for seven days and open is the beginning', () => {
  expect(sidebarCookie(false)).toBe('sidebar-open=false; path=/; max-age=604800; samesite=lax');
  expect(readSidebarPreference('')).toBe(true);
  expect(readSidebarPreference('a=1; sidebar-open=false')).toBe(false);
  expect(readSidebarPreference('sidebar-open=true')).toBe(true);
});

test('[SHELL-2] the sidebar has its items in order', () => {
  expect(navItems.map(({ label }) => label).join(', ')).toBe(
    'Dashboard, Agents, Knowledge Base, Phone Numbers, Campaign Manager, Call History, Analytics, Billing, API Keys, Webhooks, Integrations',
  );
});
