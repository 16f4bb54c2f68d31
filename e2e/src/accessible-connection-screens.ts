import { expect } from '@playwright/test';
import type { AccessibleScreen } from './accessible-screen.ts';

/** The screens on which others are connected, and what is open on them. */
export const connectionScreens: readonly AccessibleScreen[] = [
  {
    name: 'the integrations',
    open: async (page) => {
      await page.goto('/app/integrations');
      await expect(page.getByRole('heading', { name: 'Google Calendar' })).toBeVisible();
    },
  },
  {
    name: 'an integration that is to be set up',
    open: async (page) => {
      await page.goto('/app/integrations?open=slack');
      await expect(page.getByRole('dialog', { name: 'Slack' }).getByLabel('Client ID')).toBeVisible();
    },
  },
  {
    name: 'the providers',
    open: async (page) => {
      await page.goto('/app/providers');
      await expect(page.getByRole('heading', { name: 'Ready for calls' })).toBeVisible();
    },
  },
  {
    name: 'a provider that is to be connected, with its complaints',
    open: async (page) => {
      await page.goto('/app/providers');
      await page.getByRole('button', { name: 'Connect Deepgram' }).click();
      const drawer = page.getByRole('dialog', { name: 'Deepgram' });
      await drawer.getByRole('button', { name: 'More settings' }).click();
      await drawer.getByRole('button', { name: 'Connect and test' }).click();
      await expect(drawer.getByText('API key is required')).toBeVisible();
      await expect(drawer.getByLabel('Words to expect')).toBeVisible();
    },
  },
];
