import type { TriedCall } from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import type { AuditSource } from '../audit/index.ts';
import { fieldsOf, findFieldsOf } from './flight-check.ts';
import { listEmptiestContacts } from './flight-queries.ts';
import type { CampaignsNeeds } from './index.ts';
import { listNumberIds } from './queries.ts';
import { getCampaign } from './save-campaign.ts';

/**
 * Calls the sample people of the simulated network, each as if it were somebody of the list: with the version of the
 * agent that would call, what is known of that person, and the disclosure. The rows whose greeting will sound worst come
 * first. Nobody's attempts, no figures and no limits of the day count these calls. Where only some could be placed, these
 * are returned.
 * Errors: campaign_not_found, campaign_agent_missing, campaign_nobody_to_try, and those of placing a call.
 */
export async function tryCalls(
  platform: Pick<Platform, 'db'>,
  { agents, audit, calls, numbers }: CampaignsNeeds,
  source: AuditSource,
  campaignId: string,
): Promise<TriedCall[]> {
  const { queries } = platform.db;
  const { workspaceId } = source.identity;
  const campaign = await getCampaign(platform, workspaceId, campaignId);
  const agent = await agents.findAgentForCall(queries, workspaceId, campaign.agentId ?? '', 'published');
  if (agent === undefined) throw AppError.of('campaign_agent_missing');
  const people = calls().listSamplePeople();
  const [contacts, numberIds] = await Promise.all([
    listEmptiestContacts(queries, campaignId, { fields: findFieldsOf(agent), limit: people.length }),
    listNumberIds(queries, [campaignId]),
  ]);
  const [number] = await numbers.listNumbersById(
    queries,
    workspaceId,
    (numberIds.get(campaignId) ?? []).slice(0, 1),
  );
  if (contacts.length === 0) throw AppError.of('campaign_nobody_to_try');
  const tried: TriedCall[] = [];
  for (const [at, person] of people.entries()) {
    // A list shorter than the people is gone through again.
    const contact = contacts[at % contacts.length]!;
    try {
      const { id } = await calls().placeCall({
        workspaceId,
        agentId: agent.agentId,
        toNumber: person.number,
        isTest: true,
        isSimulation: true,
        fields: fieldsOf(contact),
        campaign: { campaignId },
        ...(number && { fromNumber: number.e164 }),
        onStored: async (tx) => {
          if (tried.length > 0) return;
          const subject = { id: campaignId, name: campaign.name };
          await audit.record(tx, source, { action: 'campaign.tried', subject });
        },
      });
      tried.push({
        call_id: id,
        contact_id: contact.id,
        phone: contact.phone,
        name: contact.name,
        about: person.about,
      });
    } catch (error) {
      if (tried.length === 0) throw error;
      break;
    }
  }
  return tried;
}
