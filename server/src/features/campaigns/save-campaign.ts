import { type CampaignRules, defaultCampaignRules, phoneField } from '@parley/contract/campaign-rules';
import { AppError } from '@parley/contract/errors';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditSource, listChanges } from '../audit/index.ts';
import { tellCampaign } from './campaign-channel.ts';
import { releaseHeld } from './contact-queries.ts';
import { momentOf } from './dialing/calling-hours.ts';
import { importContactsJob } from './import-contacts.ts';
import { insertImport } from './import-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import {
  countCampaigns,
  findCampaign,
  insertCampaign,
  listNumberIds,
  lockCampaign,
  type NewCampaign,
  replaceNumbers,
  saveCampaign,
} from './queries.ts';
import type { CampaignRow } from './tables.ts';

/** What a body may say of a campaign; what is left out stays, or takes its default. */
export type CampaignChanges = {
  campaign_name?: string | undefined;
  agent_uuid?: string | undefined;
  phone_number_id?: string | undefined;
  phone_number_ids?: string[] | undefined;
  start_date?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  time_zone?: string | undefined;
  dialing_mode?: CampaignRow['dialingMode'] | undefined;
  rules?: { [Name in keyof CampaignRules]?: CampaignRules[Name] | undefined } | undefined;
};

export type CampaignGiven = CampaignChanges & {
  campaign_name: string;
  agent_uuid: string;
  phone_number_id: string;
  start_time: string;
  end_time: string;
  dialing_mode: CampaignRow['dialingMode'];
  /** Local date and time without zone. */
  time_stamp?: string | null | undefined;
  status?: CampaignRow['status'] | undefined;
  field_mappings: Record<string, string>;
  csv_url: string;
};

const campaignLimit = 1_000;

/** A file, and what its columns mean; checked before anything is stored. */
export type GivenFile = { csv_url: string; field_mappings: Record<string, string> };

/** Throws campaign_phone_unmapped where no column holds the phone number. */
export function checkMapping({ field_mappings }: GivenFile): void {
  if (!Object.values(field_mappings).includes(phoneField)) throw AppError.of('campaign_phone_unmapped');
}

/** Stores a file to be read into a campaign, and the job that reads it. */
export async function addFile(
  { jobs }: Pick<Platform, 'jobs'>,
  { uploads }: Pick<CampaignsNeeds, 'uploads'>,
  tx: Transaction,
  { campaign, file }: { campaign: Pick<CampaignRow, 'id' | 'workspaceId'>; file: GivenFile },
): Promise<string> {
  const upload = await uploads.getUpload(tx, campaign.workspaceId, file.csv_url);
  const { id } = await insertImport(tx, {
    campaignId: campaign.id,
    workspaceId: campaign.workspaceId,
    uploadId: upload.id,
    fileName: upload.fileName,
    fieldMappings: file.field_mappings,
  });
  await jobs.enqueue(tx, importContactsJob, { importId: id });
  return upload.fileName;
}

/**
 * Creates a campaign and has its file read. With a time it runs from then on; without one it waits to be started.
 * Errors: agent_not_found, number_not_found, upload_not_found, campaign_phone_unmapped, campaign_hours_empty,
 * campaigns_at_limit.
 */
export async function createCampaign(
  platform: Platform,
  needs: CampaignsNeeds,
  source: AuditSource,
  given: CampaignGiven,
): Promise<string> {
  const { workspaceId, userId } = source.identity;
  const { accounts, audit } = needs;
  checkMapping(given);
  checkHours(given.start_time, given.end_time);
  const zone = given.time_zone ?? ((await accounts.findTimeZone(platform.db.queries, userId)) || 'UTC');
  const startsAt = given.time_stamp ? splitMoment(given.time_stamp) : undefined;
  return await platform.db.transaction(async (tx) => {
    if ((await countCampaigns(tx, workspaceId)).total >= campaignLimit)
      throw AppError.of('campaigns_at_limit', { limit: campaignLimit });
    const agentName = await getAgentName(needs, tx, workspaceId, given.agent_uuid);
    const numberIds = await getNumberIds(needs, tx, workspaceId, given);
    const campaign = await insertCampaign(tx, {
      workspaceId,
      name: given.campaign_name,
      status: given.status ?? (startsAt === undefined ? 'paused' : 'running'),
      agentId: given.agent_uuid,
      agentName,
      dialingMode: given.dialing_mode,
      timeZone: zone,
      startDate: startsAt?.date ?? '',
      startAt: startsAt === undefined ? null : new Date(momentOf(zone, startsAt.date, startsAt.time)),
      startTime: given.start_time,
      endTime: given.end_time,
      rules: mergeRules(defaultCampaignRules, given.rules),
      createdBy: userId,
    });
    await replaceNumbers(tx, campaign.id, numberIds);
    await addFile(platform, needs, tx, { campaign, file: given });
    await audit.record(tx, source, {
      action: 'campaign.created',
      subject: { id: campaign.id, name: campaign.name },
    });
    await platform.liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId: campaign.id });
    await tellCampaign(tx, { campaignId: campaign.id });
    return campaign.id;
  });
}

/** Changes settings. Errors: campaign_not_found, agent_not_found, number_not_found, campaign_hours_empty. */
export async function changeCampaign(
  platform: Platform,
  needs: CampaignsNeeds,
  source: AuditSource,
  { campaignId, given }: { campaignId: string; given: CampaignChanges },
): Promise<void> {
  const { workspaceId } = source.identity;
  await platform.db.transaction(async (tx) => {
    const before = await lockCampaign(tx, workspaceId, campaignId);
    if (before === undefined) throw AppError.of('campaign_not_found');
    const numbersBefore = (await listNumberIds(tx, [campaignId])).get(campaignId) ?? [];
    const startTime = given.start_time ?? before.startTime;
    const endTime = given.end_time ?? before.endTime;
    checkHours(startTime, endTime);
    const changes: Partial<NewCampaign> = { startTime, endTime };
    if (given.campaign_name !== undefined) changes.name = given.campaign_name;
    if (given.dialing_mode !== undefined) changes.dialingMode = given.dialing_mode;
    if (given.rules !== undefined) changes.rules = mergeRules(before.rules, given.rules);
    if (given.agent_uuid !== undefined && given.agent_uuid !== before.agentId) {
      changes.agentName = await getAgentName(needs, tx, workspaceId, given.agent_uuid);
      changes.agentId = given.agent_uuid;
    }
    Object.assign(changes, planStart(before, given));
    let numberIds = numbersBefore;
    if (given.phone_number_ids !== undefined || given.phone_number_id !== undefined) {
      numberIds = await getNumberIds(needs, tx, workspaceId, given, numbersBefore);
      await replaceNumbers(tx, campaignId, numberIds);
    }
    const after = await saveCampaign(tx, campaignId, changes);
    await releaseHeld(tx, { campaignId });
    await needs.audit.record(tx, source, {
      action: 'campaign.changed',
      subject: { id: campaignId, name: after.name },
      changes: listChanges(toWords(before, numbersBefore), toWords(after, numberIds)),
    });
    await platform.liveFeed.publish(tx, workspaceId, { type: 'campaign.changed', campaignId });
    await tellCampaign(tx, { campaignId });
  });
}

/** When it begins, where the body moves it; nothing where date, time and zone stay. */
function planStart(before: CampaignRow, given: CampaignChanges): Partial<NewCampaign> {
  const startDate = given.start_date ?? before.startDate;
  const startTime = given.start_time ?? before.startTime;
  const timeZone = given.time_zone ?? before.timeZone;
  const isSame =
    startDate === before.startDate && startTime === before.startTime && timeZone === before.timeZone;
  if (isSame) return {};
  const startAt = startDate === '' ? null : new Date(momentOf(timeZone, startDate, startTime));
  return { startDate, timeZone, startAt };
}

function checkHours(startTime: string, endTime: string): void {
  if (endTime <= startTime) throw AppError.of('campaign_hours_empty');
}

function splitMoment(moment: string): { date: string; time: string } {
  const date = moment.slice(0, 10);
  const parsed = new Date(`${date}T00:00:00Z`);
  // 30 February is no day.
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date)
    throw AppError.withDetails('input_invalid', [{ field: 'time_stamp', message: 'There is no such day.' }], {
      fields: 'time_stamp',
    });
  return { date, time: moment.slice(11, 16) };
}

function mergeRules(before: CampaignRules, given: CampaignChanges['rules'] = {}): CampaignRules {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const rules: CampaignRules = { ...defaultCampaignRules, ...before, ...Object.fromEntries(named) };
  return {
    ...rules,
    weekdays: [...new Set(rules.weekdays)].sort(),
    holidays: [...new Set(rules.holidays)].sort(),
  };
}

async function getAgentName(
  { agents }: Pick<CampaignsNeeds, 'agents'>,
  tx: Transaction,
  workspaceId: string,
  agentId: string,
): Promise<string> {
  const found = (await agents.listAgentNames(tx, workspaceId, [agentId])).get(agentId);
  if (found === undefined) throw AppError.of('agent_not_found');
  return found.name;
}

/** The numbers a body names, the first chosen first. Throws number_not_found for one the workspace has not. */
async function getNumberIds(
  { numbers }: Pick<CampaignsNeeds, 'numbers'>,
  tx: Transaction,
  workspaceId: string,
  given: Pick<CampaignChanges, 'phone_number_id' | 'phone_number_ids'>,
  before: readonly string[] = [],
): Promise<string[]> {
  const { phone_number_id: first, phone_number_ids: others = [] } = given;
  const named = [...(first === undefined ? [] : [first]), ...others];
  const found = await numbers.listNumbersById(tx, workspaceId, [...new Set([...named, ...before])]);
  const known = new Set(found.map((row) => row.id));
  const missing = named.find((id) => !known.has(id));
  if (missing !== undefined) throw AppError.of('number_not_found', { id: missing });
  if (given.phone_number_ids !== undefined) return [...new Set(named)];
  // With the first one alone changed, the others stay unless it was the only one; those that were deleted go.
  const left = before.filter((id) => known.has(id));
  return [...new Set([...named, ...(left.length > 1 ? left : [])])];
}

/** The settings as the audit trail compares them. */
function toWords(row: CampaignRow, numberIds: readonly string[]) {
  return {
    name: row.name,
    agent: row.agentName,
    dialing_mode: row.dialingMode,
    start_date: row.startDate,
    start_time: row.startTime,
    end_time: row.endTime,
    time_zone: row.timeZone,
    numbers: numberIds.join(', '),
    rules: JSON.stringify(row.rules),
  };
}

/** The campaign, or campaign_not_found. */
export async function getCampaign(
  { db }: Pick<Platform, 'db'>,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignRow> {
  const row = await findCampaign(db.queries, workspaceId, campaignId);
  if (row === undefined) throw AppError.of('campaign_not_found');
  return row;
}
