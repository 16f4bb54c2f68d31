import { defaultLanguage } from '@parley/contract/agent-languages';
import type { RefusalReason } from '@parley/contract/campaign-rules';
import type { FlightCheck } from '@parley/contract/campaigns';
import { findMergeFields } from '@parley/contract/merge-field-rules';
import { fillForSpeech } from '@parley/engine/agent/merge-fields';
import type { Platform } from '../../platform/platform.ts';
import type { AgentForCall } from '../agents/index.ts';
import { addDisclosure } from '../calls/index.ts';
import { findNextSlot, isWithinHours, localTimeOf } from './dialing/calling-hours.ts';
import { hoursOfCampaign } from './dialing/campaign-hours.ts';
import { estimateFinish } from './dialing/finish-time.ts';
import { countMissing, countWaitingByZones, listEmptiestContacts } from './flight-queries.ts';
import { listImports } from './import-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import { listCounts, listNumberIds } from './queries.ts';
import type { CampaignRow, ContactRow, ImportRow } from './tables.ts';

/** Greetings shown, zones listed. */
const shownGreetings = 5;
const shownZones = 40;
/** What a call lasts and how many a contact takes, until the campaign's own calls tell. */
const usualCallMs = 75_000;
const usualCallsPerContact = 1.6;

/**
 * What a campaign would do now, by the rules the dialer goes by: who may be called when, what the greeting lacks and
 * sounds like, when the last contact has been called, and what keeps it from running. Changes nothing.
 */
export async function checkFlight(
  platform: Pick<Platform, 'db'>,
  { agents, doNotCall, nowMs }: CampaignsNeeds,
  campaign: CampaignRow,
): Promise<FlightCheck> {
  const { queries } = platform.db;
  const { id, workspaceId } = campaign;
  const [groups, imports, rules, numberIds, counts, agent] = await Promise.all([
    countWaitingByZones(queries, id),
    listImports(queries, id),
    doNotCall.getRules(queries, workspaceId),
    listNumberIds(queries, [id]),
    listCounts(queries, [id]),
    agents.findAgentForCall(queries, workspaceId, campaign.agentId ?? '', 'published'),
  ]);
  const hours = hoursOfCampaign(campaign, rules);
  const fromMs = Math.max(nowMs(), campaign.startAt?.getTime() ?? 0);
  const fields = agent === undefined ? [] : findFieldsOf(agent);
  const welcome = agent && addDisclosure(agent.settings, rules.disclosure).welcome;
  const greeting = welcome?.mode === 'play' ? welcome.text : '';
  const [missing, emptiest] = await Promise.all([
    countMissing(queries, id, fields),
    listEmptiestContacts(queries, id, { fields, limit: shownGreetings }),
  ]);
  const contacts = groups.reduce((sum, group) => sum + group.contacts, 0);
  const slots = groups.map((group) => ({ ...group, slot: findNextSlot(hours, group.zones, fromMs) }));
  const finishMs = estimateFinish({
    groups,
    hours,
    fromMs,
    maxLiveCalls: Math.min(campaign.rules.max_live_calls, rules.max_live_calls),
    callsPerSecond: campaign.rules.calls_per_second,
    ...measure(counts(id)),
  });
  const problems: string[] = [];
  if (agent === undefined) problems.push('The agent was deleted or never published. Choose another one.');
  else if (!agent.isActive) problems.push('The agent is switched off. Switch it on, or choose another one.');
  if ((numberIds.get(id) ?? []).length === 0) problems.push('No phone number is chosen to call with.');
  const reading = imports.some((each) => each.state === 'waiting' || each.state === 'reading');
  if (contacts === 0 && !reading) problems.push('Nobody is left to be called.');
  const unreachable = slots.filter((group) => group.slot === undefined);
  const never = unreachable.reduce((sum, group) => sum + group.contacts, 0);
  if (never > 0)
    problems.push(
      `${count(never, 'person', 'people')} can never be called: the hours and days leave no time in their zone.`,
    );
  const warnings: string[] = [];
  if (reading) warnings.push('A file is still being read: the figures are not complete.');
  if (agent?.settings.welcome.mode === 'silent')
    warnings.push(
      'The agent waits for the other side to speak first. Most people expect a caller to greet them.',
    );
  for (const { field, contacts: lacking } of missing)
    warnings.push(`${count(lacking, 'person lacks', 'people lack')} ${field.replaceAll('_', ' ')}.`);
  return {
    contacts,
    refused_by_reason: sumRefused(imports),
    callable_now: groups
      .filter((group) => isWithinHours(hours, group.zones, fromMs) && fromMs <= nowMs())
      .reduce((sum, group) => sum + group.contacts, 0),
    zones: slots.slice(0, shownZones).map(({ zones, contacts: people, slot }) => {
      const { date, time } = localTimeOf(zones[0] ?? 'UTC', nowMs());
      return {
        time_zone: zones.join(', '),
        contacts: people,
        local_time: `${date} ${time}`,
        next_slot: slot === undefined ? null : new Date(slot).toISOString(),
      };
    }),
    missing_fields: missing.map(({ field, contacts: lacking }) => ({ field_name: field, contacts: lacking })),
    greetings: emptiest.map((contact) => ({
      contact_id: contact.id,
      phone: contact.phone,
      text: fillForSpeech(greeting, fieldsOf(contact)),
    })),
    voice_id: agent?.voiceId ?? null,
    language: agent?.language ?? defaultLanguage,
    expected_finish:
      finishMs === undefined || contacts === 0 || problems.length > 0
        ? null
        : new Date(finishMs).toISOString(),
    problems,
    warnings,
  };
}

/** Merge fields that the agent's texts name; the number is known of everybody. */
export function findFieldsOf({ settings }: Pick<AgentForCall, 'settings'>): string[] {
  const { prompt, welcome } = settings;
  return findMergeFields(`${prompt}\n${welcome.text}`).filter((name) => name !== 'phone_number');
}

/** What calls know of the person. */
export function fieldsOf({ phone, fields }: Pick<ContactRow, 'phone' | 'fields'>): Record<string, string> {
  return { phone_number: phone, ...fields };
}

/** What the campaign's own calls tell of length and number, where there were enough. */
function measure(counts: {
  callsMade: number;
  answered: number;
  talkMs: number;
  done: number;
  failed: number;
}) {
  const { callsMade, answered, talkMs, done, failed } = counts;
  const finished = done + failed;
  const isEnough = callsMade >= 20 && finished >= 10;
  // Ringing takes its time too, answered or not.
  const ringingMs = 15_000;
  return {
    meanCallMs: isEnough && answered > 0 ? ringingMs + talkMs / callsMade : usualCallMs,
    callsPerContact: isEnough ? Math.max(1, callsMade / finished) : usualCallsPerContact,
  };
}

function sumRefused(imports: readonly ImportRow[]): Partial<Record<RefusalReason, number>> {
  const sums: Partial<Record<RefusalReason, number>> = {};
  for (const { refused } of imports)
    for (const [reason, rows] of Object.entries(refused) as [RefusalReason, number][])
      sums[reason] = (sums[reason] ?? 0) + rows;
  return sums;
}

function count(people: number, one: string, many: string): string {
  return `${people.toLocaleString('en')} ${people === 1 ? one : many}`;
}
