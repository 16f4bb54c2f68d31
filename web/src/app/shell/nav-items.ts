import {
  IconBook2,
  IconChartBar,
  IconCreditCard,
  IconHeadset,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconPhone,
  IconPlugConnected,
  IconSpeakerphone,
  IconWebhook,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';

export type NavItem = { label: string; to: NonNullable<LinkProps['to']>; icon: typeof IconBook2 };

/** The sidebar, in the order of SHELL-2. */
export const navItems: readonly NavItem[] = [
  { label: 'Dashboard', to: '/app/dashboard', icon: IconLayoutDashboard },
  { label: 'Agents', to: '/app/voice-agents', icon: IconHeadset },
  { label: 'Knowledge Base', to: '/app/knowledge-base', icon: IconBook2 },
  { label: 'Phone Numbers', to: '/app/phone-numbers', icon: IconPhone },
  { label: 'Campaign Manager', to: '/app/campaigns', icon: IconSpeakerphone },
  { label: 'Call History', to: '/app/call-history', icon: IconHistory },
  { label: 'Analytics', to: '/app/analytics', icon: IconChartBar },
  { label: 'Billing', to: '/app/billing', icon: IconCreditCard },
  { label: 'API Keys', to: '/app/api-keys', icon: IconKey },
  { label: 'Webhooks', to: '/app/webhooks', icon: IconWebhook },
  { label: 'Integrations', to: '/app/integrations', icon: IconPlugConnected },
];

/** At the bottom of the sidebar. */
export const helpItem: NavItem = { label: 'Help Center', to: '/app/help-center', icon: IconLifebuoy };
