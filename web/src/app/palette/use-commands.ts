import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { formatAgentNumber } from '@parley/contract/phone';
import type { SearchResult } from '@parley/contract/search';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRecentStore } from '../../api/recent-store.ts';
import { formatCallTime } from '../../components/format.ts';
import { guides } from '../../screens/help-center/guides.ts';
import { helpItem, navItems } from '../shell/nav-items.ts';
import { useSignOut } from '../sign-out.ts';
import type { Command } from './commands.ts';

/** Screens that the account menu leads to. */
const ownScreens = [
  { label: 'Account Settings', to: '/app/account' },
  { label: 'Team', to: '/app/team' },
  { label: 'Providers', to: '/app/providers' },
];

/** Everything the palette offers by itself: what was chosen last, screens, actions and guides. */
export function useKnownCommands(): Command[] {
  const recent = useRecentStore((state) => state.recent);
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const router = useRouter();
  const signOut = useSignOut();
  return useMemo<Command[]>(
    () => [
      ...recent.map(({ id, label, detail, href }) => ({ id, label, detail, href, kind: 'recent' as const })),
      ...[...navItems, helpItem, ...ownScreens].map(({ label, to }) => ({
        ...{ id: `screen:${to}`, kind: 'screen' as const, label, detail: '', href: to },
        keywords: to === '/app/call-history' ? 'call logs recordings transcripts' : 'open go to',
      })),
      {
        ...{ id: 'action:create-agent', kind: 'action', label: 'Create agent', detail: '' },
        ...{ keywords: 'new add voice agent template', href: '/app/voice-agents/new' },
      },
      {
        ...{ id: 'action:colours', kind: 'action', label: `Use ${scheme} colours`, detail: '' },
        keywords: 'dark light mode theme switch',
        run: () => setColorScheme(scheme),
      },
      {
        ...{ id: 'action:log-out', kind: 'action', label: 'Log out', detail: '' },
        keywords: 'sign out leave',
        run: () => void signOut().then(() => router.navigate({ to: '/login', replace: true })),
      },
      ...guides.map(({ slug, title, summary, words }) => ({
        ...{ id: `guide:${slug}`, kind: 'guide' as const, label: title, detail: '' },
        ...{ keywords: `${summary} ${words}`, href: `/app/help-center/${slug}` },
      })),
    ],
    [recent, scheme, setColorScheme, signOut, router],
  );
}

const hrefs: Readonly<Record<SearchResult['kind'], (id: string) => string>> = {
  agent: (id) => `/app/voice-agents/${id}`,
  campaign: (id) => `/app/campaigns/${id}/edit`,
  number: () => '/app/phone-numbers',
  call: (id) => `/app/call-history?call=${id}`,
};

/** What the server found, as commands. */
export function toCommand({ kind, id, title, detail, at }: SearchResult): Command {
  const isNumber = kind === 'number' || kind === 'call';
  return {
    id: `${kind}:${id}`,
    kind,
    label: isNumber ? formatAgentNumber(title) : title,
    detail: at === null ? detail : `${detail}, ${formatCallTime(at)}`,
    href: hrefs[kind](id),
  };
}
