import type { UpcomingIntegration } from '../vendor.ts';

/** Integrations on the roadmap: their cards say so. */
export const upcomingIntegrations: readonly UpcomingIntegration[] = [
  {
    name: 'outlook_calendar',
    displayName: 'Outlook Calendar',
    category: 'Calendar',
    description: 'Free times and appointments of Microsoft 365 and Outlook calendars.',
  },
  {
    name: 'calendly',
    displayName: 'Calendly',
    category: 'Calendar',
    description: 'Offers the times of your booking pages, and books them in the call.',
  },
  {
    name: 'cal_com',
    displayName: 'Cal.com',
    category: 'Calendar',
    description: 'Books into event types of Cal.com, hosted or your own.',
  },
  {
    name: 'hubspot',
    displayName: 'HubSpot',
    category: 'CRM',
    description: 'Knows contacts before the call, and writes calls and outcomes to their timeline.',
  },
  {
    name: 'salesforce',
    displayName: 'Salesforce',
    category: 'CRM',
    description: 'Finds leads and contacts by number, and logs each call as an activity.',
  },
  {
    name: 'pipedrive',
    displayName: 'Pipedrive',
    category: 'CRM',
    description: 'Moves deals on when a call went well, with the summary as a note.',
  },
  {
    name: 'zoho_crm',
    displayName: 'Zoho CRM',
    category: 'CRM',
    description: 'Keeps leads and call notes of Zoho CRM up to date.',
  },
  {
    name: 'microsoft_teams',
    displayName: 'Microsoft Teams',
    category: 'Messages',
    description: 'Tells your team in its channels how each call went.',
  },
  {
    name: 'zapier',
    displayName: 'Zapier',
    category: 'Automation',
    description: 'Starts any of thousands of automations when a call ends.',
  },
  {
    name: 'make',
    displayName: 'Make',
    category: 'Automation',
    description: 'Feeds scenarios with calls, outcomes and transcripts.',
  },
  {
    name: 'google_sheets',
    displayName: 'Google Sheets',
    category: 'Data',
    description: 'Adds a row for every call, with outcome and summary.',
  },
  {
    name: 'zendesk',
    displayName: 'Zendesk',
    category: 'Support',
    description: 'Opens and updates tickets from calls, with the transcript inside.',
  },
  {
    name: 'freshdesk',
    displayName: 'Freshdesk',
    category: 'Support',
    description: 'Turns calls into tickets that your support team can follow up.',
  },
];
