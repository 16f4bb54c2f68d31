import { expect } from '@playwright/test';
import { agentScreens } from './accessible-agent-screens.ts';
import { connectionScreens } from './accessible-connection-screens.ts';
import type { AccessibleScreen } from './accessible-screen.ts';

/** The screens of the product, and what is open on them: each brings the page there. */
export const screens: readonly AccessibleScreen[] = [
  ...connectionScreens,
  {
    name: 'the login with its complaints',
    isPublic: true,
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Log in to Parley' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
    },
  },
  {
    name: 'the signup with its complaints and a password that is not good yet',
    isPublic: true,
    open: async (page) => {
      await page.goto('/signup');
      await page.getByLabel('CREATE PASSWORD').fill('Abc');
      await page.getByLabel('WORK EMAIL').press('Enter');
      await expect(page.getByText('First name is required')).toBeVisible();
      await expect(page.getByText('1 special character')).toBeVisible();
    },
  },
  {
    name: 'the list of calling codes',
    isPublic: true,
    closesOnResize: true,
    open: async (page) => {
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Country code: United States +1' }).click();
      await expect(page.getByRole('option', { name: 'United States' })).toBeInViewport();
    },
  },
  {
    name: 'the forgotten password, at an address that leads nowhere',
    isPublic: true,
    open: async (page) => {
      await page.goto('/nowhere');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
    },
  },
  {
    name: 'the new password of a mailed link',
    isPublic: true,
    open: async (page) => {
      await page.goto('/forgot-password?token=abc');
      await page.getByLabel('NEW PASSWORD').fill('Abc');
      await expect(page.getByText('1 special character')).toBeVisible();
    },
  },
  {
    name: 'the code of a mail, and the banner that leads to it',
    open: async (page) => {
      await page.route('**/api/v1/users/me', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), isEmailVerified: false } });
      });
      await page.goto('/app/help-center');
      await page.getByRole('link', { name: 'Verify Email' }).click();
      await page.getByRole('textbox', { name: '6-digit code' }).fill('123');
      await expect(page.getByText('@').first()).toBeVisible();
    },
  },
  {
    name: 'the dashboard with the account menu open',
    closesOnResize: true,
    open: async (page) => {
      await page.goto('/app/dashboard');
      await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Latest calls' })).toBeVisible();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    },
  },
  {
    name: 'the calls of a figure',
    open: async (page) => {
      await page.goto('/app/dashboard?metric=calls_made&period=week');
      const drawer = page.getByRole('dialog', { name: 'Calls Made' });
      // The call made at the start ends meanwhile, and the list hears of it.
      await expect(drawer.getByRole('link')).toHaveCount(1, { timeout: 60_000 });
    },
  },
  {
    name: 'the choice of a custom range',
    closesOnResize: true,
    open: async (page) => {
      await page.goto('/app/dashboard?period=custom&from=2026-11-02&to=2026-11-06');
      await page.getByRole('button', { name: 'From – to' }).click();
      await expect(page.getByRole('button', { name: 'Next month' }).first()).toBeVisible();
    },
  },
  {
    name: 'the analytics',
    open: async (page) => {
      await page.goto('/app/analytics');
      await expect(page.getByRole('region', { name: 'Busy hours' })).toBeVisible({ timeout: 60_000 });
      await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
      await page.getByRole('button', { name: 'Show Call duration as a table' }).click();
    },
  },
  {
    name: 'the form of a new API key, with its complaints',
    open: async (page) => {
      await page.goto('/app/api-keys');
      await page.getByRole('button', { name: 'Create API key' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
      await expect(page.getByText('Give the key a name.')).toBeVisible();
    },
  },
  {
    name: 'the webhooks with the delivery log of one open',
    open: async (page) => {
      await page.goto('/app/webhooks');
      await page.getByRole('button', { name: 'Deliveries of Customer system' }).click();
      await expect(page.getByRole('button', { name: /webhook\.test/ })).toBeVisible();
    },
  },
  {
    name: 'a test call that is running',
    open: async (page) => {
      await page.goto('/app/voice-agents');
      await page.getByRole('button', { name: 'Test Voice Agent: Riverside Dental reception' }).click();
      await page.getByLabel('Phone number').fill('+14155550199');
      await page.getByRole('button', { name: 'Make Test Call' }).click();
      const dialog = page.getByRole('dialog', { name: 'Test Voice Agent' });
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'the call log',
    open: async (page) => {
      await page.goto('/app/call-history');
      await expect(page.getByText('Page 1 of 1')).toBeVisible();
    },
  },
  {
    name: 'the details of a call, with where the time of an answer went',
    open: async (page, _isPhone, things) => {
      await page.goto(`/app/call-history?call=${things.callId}`);
      await page
        .getByRole('button', { name: /^answered in/ })
        .first()
        .click();
      await expect(page.getByText('Heard on the line').first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Play recording' })).toBeEnabled();
    },
  },
  {
    name: 'the account settings',
    open: async (page) => {
      await page.goto('/app/account');
      await expect(page.getByText('This device')).toBeVisible();
      await page.getByLabel('New password', { exact: true }).fill('abc');
    },
  },
  {
    name: 'the question before an account is deleted',
    open: async (page) => {
      await page.goto('/app/account');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByLabel('Your password').fill('wrong');
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await expect(page.getByText('This is not your current password.')).toBeVisible();
    },
  },
  {
    name: 'a knowledge base with what a question finds, and a page that could not be read',
    open: async (page) => {
      await page.goto('/app/knowledge-base');
      await expect(page.getByText('Not read')).toBeVisible({ timeout: 60_000 });
      await page.getByLabel('Try a question').fill('Are you open on Monday?');
      await expect(page.getByRole('list', { name: 'Passages found' })).toBeVisible();
    },
  },
  {
    name: 'the form of a new knowledge base, with its complaints',
    open: async (page) => {
      await page.goto('/app/knowledge-base');
      await page.getByRole('button', { name: 'Create Knowledge Base' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByText('Please add at least one document or web page')).toBeVisible();
    },
  },
  {
    name: 'the campaigns, and the menu',
    closesOnResize: true,
    open: async (page, isPhone) => {
      await page.goto('/app/campaigns');
      await expect(page.getByText('No campaigns found. Start a new one!')).toBeVisible();
      if (!isPhone) return;
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Call History' })).toBeVisible();
    },
  },
  {
    name: 'the last step of a new campaign with its complaints',
    open: async (page) => {
      await page.goto('/app/campaigns/create');
      await page.getByLabel('CSV file').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Phone;Name\n+14155550101;Ann\n'),
      });
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByRole('combobox', { name: 'Column for Phone Number' })).toHaveValue('Phone');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Create Campaign' }).click();
      await expect(page.getByText('Give the campaign a name.')).toBeVisible();
    },
  },
  {
    name: 'the do-not-call list and the rules of calling',
    open: async (page) => {
      await page.goto('/app/campaigns/do-not-call');
      await expect(page.getByText('Nobody is on the list')).toBeVisible();
      await expect(page.getByLabel('Earliest')).toBeVisible();
    },
  },
  {
    name: 'the phone numbers',
    open: async (page) => {
      await page.goto('/app/phone-numbers');
      await expect(page.getByText('Page 1 of 1')).toBeVisible();
    },
  },
  {
    name: 'the settings of a phone number',
    open: async (page) => {
      await page.goto('/app/phone-numbers');
      await page.getByRole('button', { name: /^Edit/ }).click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
    },
  },
  {
    name: 'the team with its invitations',
    open: async (page) => {
      await page.goto('/app/team');
      await expect(page.getByRole('listitem', { name: 'Demo User' })).toBeVisible();
      await expect(page.getByRole('listitem', { name: 'guest@example.com' })).toBeVisible();
    },
  },
  {
    name: 'the dialog that invites, with a complaint',
    open: async (page) => {
      await page.goto('/app/team');
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await expect(page.getByText('Give at least one email.')).toBeVisible();
    },
  },
  {
    name: 'the activity of the team',
    open: async (page) => {
      await page.goto('/app/team?view=activity');
      await expect(page.getByText('invited guest@example.com')).toBeVisible();
    },
  },
  {
    name: 'an invitation',
    isPublic: true,
    open: async (page, _isPhone, things) => {
      await page.goto(things.invitationPath);
      await expect(page.getByLabel('FIRST NAME')).toBeVisible();
    },
  },
  {
    name: 'an address that leads nowhere',
    open: async (page) => {
      await page.goto('/app/nowhere');
      await expect(page.getByRole('heading', { name: 'Oops! Page not found 404' })).toBeVisible();
    },
  },
  {
    name: 'a SIP trunk that is to be connected, with its complaints',
    open: async (page) => {
      await page.goto('/app/phone-numbers');
      await page.getByRole('button', { name: 'Connect a SIP trunk' }).click();
      const drawer = page.getByRole('dialog', { name: 'Connect a SIP trunk' });
      await drawer.getByRole('button', { name: 'More settings' }).click();
      await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
      await expect(drawer.getByRole('textbox', { name: 'Server' })).toBeFocused();
      await expect(drawer.getByText('Server is required')).toBeVisible();
      await expect(drawer.getByRole('combobox', { name: 'Number format' })).toBeVisible();
    },
  },
  // They change the agent that the others ring.
  ...agentScreens,
];
