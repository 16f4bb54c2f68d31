import type { CallingRules } from '@parley/contract/campaign-rules';
import { doNotCallRoutes } from '@parley/contract/do-not-call';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { UploadsFeature } from '../uploads/index.ts';
import { addNumbers, type NewListing, type OnListed } from './add-numbers.ts';
import { getCallingRules, listEntries, listListed } from './queries.ts';
import { mountDoNotCallRoutes } from './routes.ts';

export { findOptOut, optOutKey } from './opt-out.ts';
export { readPhone } from './read-phone.ts';

export const doNotCallMigrations = new URL('./migrations/', import.meta.url);

export type DoNotCallNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport'>;
  audit: Pick<AuditFeature, 'record'>;
  uploads: UploadsFeature;
  /** Runs in the transaction that saves the rules. Campaigns stand above and hear of it. */
  onRulesSaved(tx: Transaction, workspaceId: string): Promise<void>;
};

export type DoNotCallFeature = {
  /** Puts numbers (E.164) on the list and stops every campaign from calling them. Returns how many are new to it. */
  add(tx: Transaction, workspaceId: string, listing: NewListing): Promise<number>;
  /** Those of the numbers (E.164) that are on the list. */
  listListed(queries: Queries, workspaceId: string, phones: readonly string[]): Promise<ReadonlySet<string>>;
  /** Tells of numbers that may not be called any more, in the transaction that lists them. Call it while the product opens. */
  onListed(listener: OnListed): void;
  /** What holds for every campaign of the workspace. */
  getRules(queries: Queries, workspaceId: string): Promise<CallingRules>;
};

/** Whom no campaign of a workspace calls, and the rules that hold for all its calling. */
export function openDoNotCall(platform: Platform, needs: DoNotCallNeeds): DoNotCallFeature {
  const listeners: OnListed[] = [];
  const add: DoNotCallFeature['add'] = (tx, workspaceId, listing) =>
    addNumbers(platform, listeners, tx, { workspaceId, listing });
  mountDoNotCallRoutes(platform, needs, add);
  needs.accounts.addToExport({
    name: 'do_not_call',
    permission: doNotCallRoutes.list.access,
    async *list(workspaceId) {
      let after: string | undefined;
      do {
        const rows = await listEntries(platform.db.queries, workspaceId, { digits: '', after, limit: 500 });
        for (const { id, e164, source, note, createdAt } of rows)
          yield { id, phone: e164, source, note, created_at: createdAt.toISOString() };
        after = rows.length < 500 ? undefined : rows.at(-1)?.id;
      } while (after !== undefined);
    },
  });
  return {
    add,
    listListed,
    onListed: (listener) => void listeners.push(listener),
    getRules: getCallingRules,
  };
}
