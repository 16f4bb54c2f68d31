import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** First load of a route at most, gzipped JavaScript in kB: what a phone on a slow line has to fetch before it shows anything. */
const budgetsKb: readonly { screen: string; parts: readonly string[]; atMostKb: number }[] = [
  { screen: 'login', parts: ['main.tsx', 'login-screen.tsx'], atMostKb: 160 },
  { screen: 'signup', parts: ['main.tsx', 'signup-screen.tsx'], atMostKb: 170 },
  { screen: 'forgot password', parts: ['main.tsx', 'forgot-password-screen.tsx'], atMostKb: 170 },
  {
    screen: 'verify email',
    parts: ['main.tsx', 'app-shell.tsx', 'verify-email-screen.tsx'],
    atMostKb: 260,
  },
  { screen: 'dashboard', parts: ['main.tsx', 'app-shell.tsx', 'dashboard-screen.tsx'], atMostKb: 260 },
  { screen: 'analytics', parts: ['main.tsx', 'app-shell.tsx', 'analytics-screen.tsx'], atMostKb: 260 },
  { screen: 'agents', parts: ['main.tsx', 'app-shell.tsx', 'agents-screen.tsx'], atMostKb: 260 },
  { screen: 'agent', parts: ['main.tsx', 'app-shell.tsx', 'agent-screen.tsx'], atMostKb: 260 },
  { screen: 'team', parts: ['main.tsx', 'app-shell.tsx', 'team-screen.tsx'], atMostKb: 260 },
  { screen: 'invitation', parts: ['main.tsx', 'invitation-screen.tsx'], atMostKb: 260 },
  { screen: 'account', parts: ['main.tsx', 'app-shell.tsx', 'account-screen.tsx'], atMostKb: 260 },
  { screen: 'call logs', parts: ['main.tsx', 'app-shell.tsx', 'call-logs-screen.tsx'], atMostKb: 260 },
  { screen: 'API keys', parts: ['main.tsx', 'app-shell.tsx', 'api-keys-screen.tsx'], atMostKb: 260 },
  {
    screen: 'phone numbers',
    parts: ['main.tsx', 'app-shell.tsx', 'phone-numbers-screen.tsx'],
    atMostKb: 260,
  },
  { screen: 'webhooks', parts: ['main.tsx', 'app-shell.tsx', 'webhooks-screen.tsx'], atMostKb: 260 },
  { screen: 'billing', parts: ['main.tsx', 'app-shell.tsx', 'billing-screen.tsx'], atMostKb: 260 },
  { screen: 'providers', parts: ['main.tsx', 'app-shell.tsx', 'providers-screen.tsx'], atMostKb: 260 },
  { screen: 'integrations', parts: ['main.tsx', 'app-shell.tsx', 'integrations-screen.tsx'], atMostKb: 260 },
  { screen: 'knowledge base', parts: ['main.tsx', 'app-shell.tsx', 'knowledge-screen.tsx'], atMostKb: 260 },
  { screen: 'campaigns', parts: ['main.tsx', 'app-shell.tsx', 'campaigns-screen.tsx'], atMostKb: 260 },
  {
    screen: 'create campaign',
    parts: ['main.tsx', 'app-shell.tsx', 'campaign-create-screen.tsx'],
    atMostKb: 260,
  },
  { screen: 'campaign', parts: ['main.tsx', 'app-shell.tsx', 'campaign-edit-screen.tsx'], atMostKb: 260 },
  { screen: 'contacts', parts: ['main.tsx', 'app-shell.tsx', 'contacts-screen.tsx'], atMostKb: 260 },
  { screen: 'do not call', parts: ['main.tsx', 'app-shell.tsx', 'do-not-call-screen.tsx'], atMostKb: 260 },
  { screen: 'help center', parts: ['main.tsx', 'app-shell.tsx', 'help-center-screen.tsx'], atMostKb: 260 },
  { screen: 'guide', parts: ['main.tsx', 'app-shell.tsx', 'guide-screen.tsx'], atMostKb: 260 },
];

/** Prints what each screen loads at first, and fails the build when one is over its budget or carries zod. */
export function bundleBudget(): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const sizes = new Map(chunks.map((chunk) => [chunk.fileName, gzipSync(chunk.code).length]));
      const withZod = chunks.find((chunk) => chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')));
      if (withZod)
        this.error(`${withZod.fileName} carries zod: import types, or a contract file without schemas.`);

      const tooLarge: string[] = [];
      for (const { screen, parts, atMostKb } of budgetsKb) {
        const files = new Set<string>();
        const add = (fileName: string): void => {
          if (files.has(fileName)) return;
          files.add(fileName);
          for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
            add(imported);
        };
        for (const part of parts) {
          const owner = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/${part}`)));
          if (!owner) this.error(`The screen ${screen} names ${part}, which is in no chunk.`);
          add(owner.fileName);
        }
        const kb = [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0) / 1_000;
        this.info(
          `${screen}: ${kb.toFixed(1)} kB of JavaScript gzipped in ${files.size} files (at most ${atMostKb})`,
        );
        if (kb > atMostKb) tooLarge.push(screen);
      }
      if (tooLarge.length > 0) this.error(`Over the budget of the first load: ${tooLarge.join(', ')}.`);
    },
  };
}
