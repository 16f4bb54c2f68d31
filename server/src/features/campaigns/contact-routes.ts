import { Readable } from 'node:stream';
import { refusalLabels } from '@parley/contract/campaign-rules';
import { campaignRoutes, contactsFilePath, refusedRowsPath } from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { toCsvLine } from '../uploads/index.ts';
import { tellCampaign } from './campaign-channel.ts';
import {
  type ContactFilter,
  findContact,
  listAttempts,
  listContacts,
  removeContacts,
  retryContacts,
} from './contact-queries.ts';
import { contactColumns, toAttempt, toContact, toContactCells } from './contact-views.ts';
import { addToCounts, type CampaignCounts } from './counts.ts';
import { listImports, listRefused } from './import-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import { planColumns } from './judge-row.ts';
import { lockCampaign } from './queries.ts';
import { getCampaign } from './save-campaign.ts';
import type { CampaignRow, ImportRow } from './tables.ts';

/** Rows read at once for a file. */
const pageSize = 1_000;

type Choice = Pick<ContactFilter, 'state' | 'outcome' | 'reason'> & { contact_ids?: string[] | undefined };

/** Mounts the calls about the people of campaigns. */
export function mountContactRoutes(platform: Platform, needs: CampaignsNeeds): void {
  const { db, http, liveFeed } = platform;
  const { agents, audit } = needs;

  http.mount(campaignRoutes.listContacts, async ({ params, query }, { identity }) => {
    const campaign = await getCampaign(platform, identity.workspaceId, params.id);
    const { q, limit, ...rest } = query;
    const rows = await listContacts(db.queries, campaign.id, { ...rest, text: q, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      contacts: page.map(toContact),
      next_after: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

  http.mount(campaignRoutes.getContact, async ({ params }, { identity }) => {
    const { workspaceId } = identity;
    const campaign = await getCampaign(platform, workspaceId, params.id);
    const contact = await findContact(db.queries, campaign.id, params.contactId);
    if (contact === undefined) throw AppError.of('contact_not_found');
    const attempts = await listAttempts(db.queries, workspaceId, contact.id);
    const agentIds = [...new Set(attempts.flatMap((attempt) => attempt.agentId ?? []))];
    const [versionNumbers, agentNames] = await Promise.all([
      agents.listVersionNumbers(
        db.queries,
        attempts.flatMap((attempt) => attempt.agentVersionId ?? []),
      ),
      agents.listAgentNames(db.queries, workspaceId, agentIds),
    ]);
    return {
      contact: toContact(contact),
      attempts: attempts.map((attempt) => toAttempt(attempt, { versionNumbers, agentNames })),
    };
  });

  /** Moves contacts of a campaign, with its counters, in one transaction. Returns how many. */
  const move = async (
    context: SignedInContext,
    { campaignId, choice, isRetry }: { campaignId: string; choice: Choice; isRetry: boolean },
  ): Promise<number> => {
    const { workspaceId } = context.identity;
    const { contact_ids: ids, ...rest } = choice;
    const filter: ContactFilter = { ...rest, ids };
    return await db.transaction(async (tx) => {
      const campaign = await lockCampaign(tx, workspaceId, campaignId);
      if (campaign === undefined) throw AppError.of('campaign_not_found');
      const changes = isRetry
        ? await retryContacts(tx, { workspaceId, campaignId, filter })
        : await removeContacts(tx, { campaignId, filter });
      const moved = await countMoved(tx, changes, isRetry ? 'waiting' : 'removed');
      await audit.record(tx, context, {
        action: isRetry ? 'campaign.contacts-retried' : 'campaign.contacts-removed',
        subject: { id: campaignId, name: campaign.name },
        changes: [{ field: 'contacts', before: null, after: String(moved) }],
      });
      await liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId });
      await tellCampaign(tx, { campaignId });
      return moved;
    });
  };

  http.mount(campaignRoutes.retryContacts, async ({ params, body }, context) => ({
    success: true as const,
    contacts: await move(context, { campaignId: params.id, choice: body, isRetry: true }),
  }));

  http.mount(campaignRoutes.removeContacts, async ({ params, body }, context) => ({
    success: true as const,
    contacts: await move(context, { campaignId: params.id, choice: body, isRetry: false }),
  }));

  http.mountStream(
    contactsFilePath('{id}'),
    { access: 'signed-in', scope: 'campaigns:read' },
    async ({ identity, request, reply }) => {
      const { id } = request.params as { id: string };
      const campaign = await getCampaign(platform, identity.workspaceId, id);
      const imports = await listImports(db.queries, campaign.id);
      return sendCsv(reply, 'contacts', writeContacts(platform, campaign, imports));
    },
  );

  http.mountStream(
    refusedRowsPath('{id}'),
    { access: 'signed-in', scope: 'campaigns:read' },
    async ({ identity, request, reply }) => {
      const { id } = request.params as { id: string };
      const campaign = await getCampaign(platform, identity.workspaceId, id);
      const imports = (await listImports(db.queries, campaign.id)).filter(
        (each) => Object.keys(each.refused).length > 0,
      );
      if (imports.length === 0) throw AppError.of('refused_rows_not_found');
      return sendCsv(reply, 'refused-rows', writeRefused(platform, imports));
    },
  );
}

/** Adds what moved to the counters. Returns how many contacts entered the state. */
async function countMoved(
  tx: Transaction,
  changes: ReadonlyMap<string, Partial<CampaignCounts>>,
  to: 'waiting' | 'removed',
): Promise<number> {
  let moved = 0;
  for (const [campaignId, change] of changes) {
    await addToCounts(tx, campaignId, change);
    moved += change[to] ?? 0;
  }
  return moved;
}

async function* writeContacts(
  { db }: Pick<Platform, 'db'>,
  campaign: CampaignRow,
  imports: readonly ImportRow[],
): AsyncGenerator<string> {
  const known = new Set<string>(contactColumns);
  const planned = imports.flatMap((each) => planColumns(each.heading, each.fieldMappings) ?? []);
  const mapped = new Set(planned.map(({ field }) => field));
  const fields = [...mapped].filter((field) => field !== '' && field !== 'phone_number' && !known.has(field));
  yield toCsvLine([...contactColumns, ...fields]);
  let after: string | undefined;
  do {
    const rows = await listContacts(db.queries, campaign.id, { after, limit: pageSize });
    yield rows.map((row) => toCsvLine(toContactCells(row, fields))).join('');
    after = rows.length < pageSize ? undefined : rows.at(-1)?.id;
  } while (after !== undefined);
}

/** The refused rows as the files have them, each with the line of the file and the reason before it. */
async function* writeRefused(
  { db }: Pick<Platform, 'db'>,
  imports: readonly ImportRow[],
): AsyncGenerator<string> {
  for (const each of imports) {
    yield toCsvLine(['file', 'row', 'reason', ...each.heading]);
    let after = 0;
    for (;;) {
      const rows = await listRefused(db.queries, each.id, { after, limit: pageSize });
      yield rows
        .map((row) => toCsvLine([each.fileName, row.rowNumber, refusalLabels[row.reason], ...row.cells]))
        .join('');
      if (rows.length < pageSize) break;
      after = rows.at(-1)?.rowNumber ?? 0;
    }
  }
}

function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines, { objectMode: false }));
}
