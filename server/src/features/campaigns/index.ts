import { type Contact, campaignRoutes } from '@parley/contract/campaigns';
import { z } from 'zod';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { CallsFeature } from '../calls/index.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { NumbersFeature } from '../numbers/index.ts';
import type { UploadsFeature } from '../uploads/index.ts';
import { listContacts, releaseHeld } from './contact-queries.ts';
import { mountContactRoutes } from './contact-routes.ts';
import { toContact } from './contact-views.ts';
import { honourOptOuts } from './honour-opt-outs.ts';
import { failImport, importContacts, importContactsJob } from './import-contacts.ts';
import { listLostImports } from './import-queries.ts';
import { listViews } from './list-views.ts';
import {
  deleteSomeContacts,
  findCampaign,
  findCampaignsByName,
  listCampaignNames,
  listCampaigns,
  listCounts,
} from './queries.ts';
import { deleteCampaignJob, mountCampaignRoutes } from './routes.ts';
import { tellOfCampaigns } from './tell-campaigns.ts';

/**
 * Campaigns: whom to call, when, by which number, and what came of it.
 *
 * How a contact moves. `contacts.state` is the truth; `campaign_counts` moves with it in the same transaction (counts.ts).
 * 1. Claim (dialing/claim-contacts.ts), in the turn of its workspace: of those that wait and are due, only whose hours are
 *    open in all their zones are looked at. Who stands in `do_not_call` becomes `do_not_call`; whom a limit or a call of
 *    another campaign holds back gets a later `next_at` and a `reason` saying why. The rest becomes `calling`, with a row in
 *    `campaign_attempts`: state claimed, a lease, and what was checked.
 * 2. Place (dialing/place-attempts.ts): in the transaction that stores the call the attempt becomes `dialed`, with its
 *    call_id and no lease any more: from now on it follows the call. Where no call came of it the attempt is deleted and the
 *    contact waits again; so it is with claims whose lease runs out (dialing/mend-attempts.ts).
 * 3. Outcome (dialing/finish-attempts.ts), in the transaction of `call.ended`: the attempt ends, the contact is done, failed
 *    or waits until `next_at`. `call.analysed` adds what the call came to; a wish not to be called puts the number on the list.
 */
export const campaignMigrations = new URL('./migrations/', import.meta.url);

export { type Dialing, openDialing } from './dialing/open-dialing.ts';

/** How long an import may be untouched before another process goes on with it, in seconds; and before it is given up. */
const importLostAfterSeconds = 60;
const importGivenUpAfterMs = 3_600_000;
/** Contacts deleted in one transaction. */
const deletedAtOnce = 5_000;

/** The features campaigns stand on. */
export type CampaignsNeeds = {
  accounts: Pick<AccountsFeature, 'addToExport' | 'checkMayCallOutside' | 'findTimeZone'>;
  audit: Pick<AuditFeature, 'record'>;
  agents: Pick<AgentsFeature, 'findAgentForCall' | 'listAgentNames' | 'listVersionNumbers'>;
  numbers: Pick<NumbersFeature, 'listNumbersById'>;
  uploads: UploadsFeature;
  doNotCall: DoNotCallFeature;
  notifications: Pick<NotificationsFeature, 'notify'>;
  /** Calls open after campaigns, since their lines may ring at once. */
  calls(): CallsFeature;
  nowMs(): number;
};

export type CampaignsFeature = {
  /** Campaigns of the workspace whose name contains the words, newest first. */
  findByName: typeof findCampaignsByName;
  /** Names of campaigns of the workspace, by id. */
  listNames: typeof listCampaignNames;
  /** How many calls a campaign has made. */
  countCalls(queries: Queries, workspaceId: string, campaignId: string): Promise<number>;
  /** Contacts that a limit holds back are looked at again: the rules of the workspace have changed. */
  releaseHeld(tx: Transaction, workspaceId: string): Promise<void>;
};

/** Opens campaigns: their calls of the API, the reading of files, and what follows from calls that end. */
export function openCampaigns(platform: Platform, needs: CampaignsNeeds): CampaignsFeature {
  const { db, jobs } = platform;
  mountCampaignRoutes(platform, needs);
  mountContactRoutes(platform, needs);
  honourOptOuts(platform, needs);
  tellOfCampaigns(platform, needs);
  jobs.define({
    name: importContactsJob,
    data: z.object({ importId: z.string() }),
    retryLimit: 3,
    expireInSeconds: 600,
    run: ({ importId }) => importContacts(platform, needs, importId),
  });
  jobs.define({
    name: 'campaigns.resume-imports',
    data: z.object({}),
    cron: '* * * * *',
    run: async () => {
      for (const each of await listLostImports(db.queries, importLostAfterSeconds)) {
        const isGivenUp = needs.nowMs() - each.createdAt.getTime() > importGivenUpAfterMs;
        if (isGivenUp) await failImport(platform, each.id);
        else await jobs.enqueue(db.queries, importContactsJob, { importId: each.id });
      }
    },
  });
  jobs.define({
    name: deleteCampaignJob,
    data: z.object({ campaignId: z.string() }),
    expireInSeconds: 3_600,
    run: async ({ campaignId }) => {
      while (await db.transaction((tx) => deleteSomeContacts(tx, campaignId, deletedAtOnce)));
    },
  });
  needs.accounts.addToExport({
    name: 'campaigns',
    permission: campaignRoutes.list.access,
    async *list(workspaceId) {
      yield* await listViews(db.queries, needs, workspaceId, await listCampaigns(db.queries, workspaceId));
    },
  });
  needs.accounts.addToExport({
    name: 'campaign_contacts',
    permission: campaignRoutes.listContacts.access,
    async *list(workspaceId) {
      for (const { id } of await listCampaigns(db.queries, workspaceId))
        for await (const contact of exportContacts(db.queries, id)) yield { campaign_id: id, ...contact };
    },
  });
  return {
    findByName: findCampaignsByName,
    listNames: listCampaignNames,
    async countCalls(queries, workspaceId, campaignId) {
      if ((await findCampaign(queries, workspaceId, campaignId)) === undefined) return 0;
      return (await listCounts(queries, [campaignId]))(campaignId).callsMade;
    },
    releaseHeld: (tx, workspaceId) => releaseHeld(tx, { workspaceId }),
  };
}

async function* exportContacts(queries: Queries, campaignId: string): AsyncGenerator<Contact> {
  let after: string | undefined;
  do {
    const rows = await listContacts(queries, campaignId, { after, limit: 1_000 });
    yield* rows.map(toContact);
    after = rows.length < 1_000 ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}
