import { expect } from '@playwright/test';
import type { AccessibleScreen } from './accessible-screen.ts';

/** The screens of agents, and what is open on them. */
export const agentScreens: readonly AccessibleScreen[] = [
  {
    name: 'the agents with the menu of one open',
    closesOnResize: true,
    open: async (page) => {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'Actions for Still a draft' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    },
  },
  {
    name: 'the question before an agent is deleted',
    open: async (page) => {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'Actions for Still a draft' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete Agent?' })).toBeVisible();
    },
  },
  {
    name: 'the dialog for a new agent',
    open: async (page) => {
      await page.goto('/app/voice-agents/new');
      await expect(page.getByRole('dialog', { name: 'Select Template' })).toBeVisible();
    },
  },
  {
    name: 'the page of an agent',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await expect(page.getByLabel('Agent Prompt')).toBeVisible();
      await expect(page.getByText('Callers reach this agent')).toBeVisible();
    },
  },
  {
    name: 'a simulation with a turn to be changed',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('tab', { name: 'Simulation' }).click();
      // Without a recogniser, typing is the only way.
      await expect(page.getByRole('button', { name: 'Start simulation' })).toBeVisible();
      const typing = page.getByRole('radio', { name: 'Type' });
      if (await typing.isVisible()) await typing.check();
      await page.getByRole('button', { name: 'Start simulation' }).click();
      const box = page.getByLabel('What the customer says', { exact: true });
      await expect(page.getByRole('status').filter({ hasText: /speaks|turn/ })).toBeVisible();
      await box.fill('Hello?');
      await box.press('Enter');
      await page.getByRole('button', { name: 'Edit and replay: Hello?' }).click();
      await expect(page.getByRole('button', { name: 'Replay from here' })).toBeVisible();
    },
  },
  {
    name: 'the voices an agent can have',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('button', { name: 'Change voice' }).click();
      await expect(page.getByRole('button', { name: 'Choose Dorothy' })).toBeVisible();
    },
  },
  {
    name: 'the form of a function of an agent',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('button', { name: 'Add Function' }).click();
      await page.getByRole('menuitem', { name: /^Transfer Call/ }).click();
      await page.getByRole('button', { name: 'Save function' }).click();
      await expect(page.getByText('Give the number the call is handed to')).toBeVisible();
    },
  },
  {
    name: 'the versions of an agent',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('button', { name: 'History' }).click();
      await expect(page.getByRole('dialog').getByText('Version 1').first()).toBeVisible();
    },
  },
  {
    name: 'the question before an agent is published',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('radio', { name: 'User speaks first' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('dialog').getByText('This is what changes for callers')).toBeVisible();
      await expect(page.getByRole('dialog').getByText('Welcome Message')).toBeVisible();
    },
  },
  {
    name: 'the form of a test of an agent, with its complaints',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/voice-agents/${things.agentId}`);
      await page.getByRole('tab', { name: 'Tests' }).click();
      await page.getByRole('button', { name: 'New test' }).click();
      const dialog = page.getByRole('dialog', { name: 'New test' });
      for (const add of await dialog.getByRole('button', { name: 'Add expectation' }).all())
        await add.click();
      await dialog.getByRole('button', { name: 'Create test' }).click();
      await expect(dialog.getByText('Name is required')).toBeVisible();
    },
  },
];
