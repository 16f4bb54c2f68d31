import { numberRoutes } from '@parley/contract/numbers';
import { toE164 } from '@parley/contract/phone';
import { z } from 'zod';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { ConnectionsFeature } from '../connections/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { adoptNumbers, type CarrierNumber, removeNumbersOf } from './adopt-numbers.ts';
import { mountBuyingRoutes } from './buying/buying-routes.ts';
import { settleOrders } from './buying/settle-orders.ts';
import { toPhoneNumber } from './number-view.ts';
import {
  findNumberByE164,
  findNumbersByText,
  findOutboundNumber,
  insertNumber,
  listAllNumbers,
  listAssignedNumbers,
  listNumbers,
  listNumbersById,
  type NewNumber,
  unassignAgent,
} from './queries.ts';
import { mountNumberRoutes, type NumberFigures } from './routes.ts';
import type { NumberRow } from './tables.ts';
import { saveRing } from './test-ring.ts';

export { areaOfCode } from './area-codes.ts';

export const numberMigrations = new URL('./migrations/', import.meta.url);

export type NumbersNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport' | 'findFirstWorkspaceId'>;
  agents: Pick<AgentsFeature, 'listAgentStates'>;
  audit: AuditFeature;
  connections: Pick<ConnectionsFeature, 'listCarrierShops' | 'holdConnection' | 'tellProcesses'>;
  notifications: NotificationsFeature;
  /** Where a SIP phone rings the number; null when no carrier has addresses. Calls stand on numbers and know it. */
  addressOf(number: string): string | null;
  /** What was counted of each number of the workspace since the moment. Analytics stand above and know it. */
  sumNumbers(queries: Queries, workspaceId: string, since: Date): Promise<readonly NumberFigures[]>;
  nowMs(): number;
};

export type NumbersFeature = {
  /** The number that was dialled, in any way of writing it; undefined when nobody here has it. */
  findNumber(queries: Queries, dialled: string): Promise<NumberRow | undefined>;
  /** The number (E.164) an agent calls somebody with: one it is assigned to, else any of its workspace. */
  findOutboundNumber(
    queries: Queries,
    call: { workspaceId: string; agentId: string; toNumber: string },
  ): Promise<string | undefined>;
  /** Adds a number. Throws number_taken when any workspace has it. */
  insertNumber(queries: Queries, number: NewNumber): Promise<NumberRow>;
  /** Takes over what all connected trunks list, and tells the open screens. Returns how many workspaces it changed. */
  adoptNumbers(queries: Queries, numbers: readonly CarrierNumber[]): Promise<number>;
  /**
   * Takes out the numbers that came with a connection, and tells the open screens. Those that other connections of the
   * workspace list stay. Returns the numbers (E.164) that went.
   */
  removeNumbersOf(
    queries: Queries,
    connection: { workspaceId: string; connectionId: string; listedElsewhere: readonly string[] },
  ): Promise<string[]>;
  /** A call came in to the number through its trunk: where a test ring is waited for, this is it. */
  onRing(number: NumberRow, fromNumber: string): Promise<void>;
  /** Numbers (E.164) of the whole installation, oldest first, at most 20. */
  listAllNumbers(queries: Queries): Promise<string[]>;
  /** Numbers of the workspace whose name contains the text or whose digits contain its digits, oldest first. */
  findNumbersByText(queries: Queries, workspaceId: string, text: string, limit: number): Promise<NumberRow[]>;
  /** Those of the numbers that the workspace has, by id. */
  listNumbersById(queries: Queries, workspaceId: string, numberIds: readonly string[]): Promise<NumberRow[]>;
  listAssignedNumbers(
    queries: Queries,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  unassignAgent(tx: Transaction, workspaceId: string, agentId: string): Promise<void>;
};

/** Phone numbers, and which agent answers and calls with each. */
export function openNumbers(platform: Platform, needs: NumbersNeeds): NumbersFeature {
  mountNumberRoutes(platform, needs);
  mountBuyingRoutes(platform, needs, (row) => toPhoneNumber(row, needs.addressOf(row.e164)));
  platform.jobs.define({
    name: 'numbers.settle-orders',
    data: z.object({}),
    cron: '* * * * *',
    run: () => settleOrders(platform, needs),
  });
  needs.accounts.addToExport({
    name: 'phone_numbers',
    permission: numberRoutes.list.access,
    async *list(workspaceId) {
      const rows = await listNumbers(platform.db.queries, workspaceId, undefined);
      for (const row of rows) yield toPhoneNumber(row, needs.addressOf(row.e164));
    },
  });
  return {
    async findNumber(queries, dialled) {
      const e164 = toE164(dialled);
      return e164 === undefined ? undefined : await findNumberByE164(queries, e164);
    },
    findOutboundNumber,
    insertNumber,
    async adoptNumbers(queries, numbers) {
      const changed = await adoptNumbers(queries, numbers);
      for (const workspaceId of changed)
        await platform.liveFeed.publish(queries, workspaceId, { type: 'numbers.changed' });
      return changed.size;
    },
    async removeNumbersOf(queries, connection) {
      const gone = await removeNumbersOf(queries, connection);
      await platform.liveFeed.publish(queries, connection.workspaceId, { type: 'numbers.changed' });
      return gone;
    },
    async onRing({ id, workspaceId, ringAwaitedUntil }, fromNumber) {
      if (ringAwaitedUntil === null) return;
      await platform.db.transaction(async (tx) => {
        if (await saveRing(tx, id, fromNumber))
          await platform.liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
      });
    },
    listAllNumbers: (queries) => listAllNumbers(queries, 20),
    findNumbersByText,
    listNumbersById,
    listAssignedNumbers,
    unassignAgent,
  };
}
