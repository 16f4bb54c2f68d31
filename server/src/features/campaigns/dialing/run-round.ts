import type { CallingRules } from '@parley/contract/campaign-rules';
import type { Transaction } from '../../../platform/db/database.ts';
import { hoursOfCampaign } from './campaign-hours.ts';
import { closedBreaker, linesThrough, moveBreaker } from './circuit-breaker.ts';
import { type ClaimedAttempt, claimContacts } from './claim-contacts.ts';
import type { Dialer } from './dialer.ts';
import { endCampaign } from './end-campaign.ts';
import { isAbandoned, isAnsweredByPerson, isTechnicalFailure } from './outcome.ts';
import { countStarts, type RecentCalls } from './pacing.ts';
import {
  countLines,
  countLive,
  type DialedCampaign,
  type EndedCall,
  isCampaignDone,
  listCampaignNumbers,
  listDialingCampaigns,
  listEndedCalls,
  saveBreaker,
  takeWorkspaceTurn,
} from './round-queries.ts';

/** Calls that ended, by which pace and breaker judge. */
const recentCalls = 400;
/** Calls handed over that no process with lines has taken yet: with more of them the dialer waits. */
const waitingForLinesMax = 20;

/** What a turn came to. `isIdle`: lines were free and nobody was due. */
export type Round = { claimed: ClaimedAttempt[]; isIdle: boolean };

const noRound: Round = { claimed: [], isIdle: true };

/**
 * One turn of a workspace: judges each of its running campaigns and claims what may be called now, in one transaction
 * that no other process shares, so that limits hold however many dial. Returns what is to be placed; empty while another
 * process has the turn.
 */
export async function runRound(dialer: Dialer, workspaceId: string, room: number): Promise<Round> {
  return await dialer.platform.db.transaction(async (tx) => {
    if (!(await takeWorkspaceTurn(tx, workspaceId))) return { claimed: [], isIdle: false };
    const campaigns = await listDialingCampaigns(tx, workspaceId);
    if (campaigns.length === 0) return noRound;
    const rules = await dialer.doNotCall.getRules(tx, workspaceId);
    const { live, waitingForLines } = await countLive(tx, workspaceId);
    const hasLines = dialer.platform.config.roles.has('calls');
    let left = Math.min(
      room,
      rules.max_live_calls - live,
      hasLines ? Number.POSITIVE_INFINITY : waitingForLinesMax - waitingForLines,
    );
    const round: Round = { claimed: [], isIdle: true };
    // In another order each time, so that no campaign takes all the lines of its workspace.
    for (const campaign of shuffle(campaigns)) {
      const more = await runCampaign(dialer, tx, campaign, { rules, room: left });
      left -= more.claimed.length;
      round.claimed.push(...more.claimed);
      round.isIdle &&= more.isIdle;
    }
    return round;
  });
}

async function runCampaign(
  dialer: Dialer,
  tx: Transaction,
  campaign: DialedCampaign,
  { rules, room }: { rules: CallingRules; room: number },
): Promise<Round> {
  const { platform, nowMs } = dialer;
  const ended = await listEndedCalls(tx, campaign.id, recentCalls);
  const lines = await countLines(tx, campaign.id);
  const before = campaign.breaker ?? closedBreaker;
  const { breaker, isGivenUp } = moveBreaker(before, ended.map(toBreakerCall), nowMs());
  if (breaker !== before) await saveBreaker(tx, campaign.id, breaker);
  if (isGivenUp) {
    await endCampaign(platform, tx, campaign, 'breaker');
    return noRound;
  }
  const { ringing, talking } = lines;
  const starts = countStarts({
    mode: campaign.dialingMode,
    linesPerAgent: campaign.rules.lines_per_agent,
    maxLiveCalls: campaign.rules.max_live_calls,
    room: Math.min(room, linesThrough(breaker) - ringing - talking),
    ringing,
    talking,
    rates: [{ callsPerSecond: campaign.rules.calls_per_second, ...lines }],
    recent: sumRecent(ended),
  });
  if (starts === 0) return { claimed: [], isIdle: false };
  const agent =
    campaign.agentId === null
      ? undefined
      : await dialer.agents.findAgentForCall(tx, campaign.workspaceId, campaign.agentId, 'published');
  if (!agent?.isActive) {
    await endCampaign(platform, tx, campaign, 'no_agent');
    return noRound;
  }
  const numbers = await listCampaignNumbers(tx, campaign.id);
  if (numbers.length === 0) {
    await endCampaign(platform, tx, campaign, 'no_number');
    return noRound;
  }
  const claimed = await claimContacts(tx, {
    campaign,
    agent,
    hours: hoursOfCampaign(campaign, rules),
    workspaceRules: rules,
    numbers,
    starts,
    processId: dialer.processId,
    nowMs: nowMs(),
    listListed: (phones) => dialer.doNotCall.listListed(tx, campaign.workspaceId, phones),
  });
  if (claimed.length === 0 && ringing + talking === 0 && (await isCampaignDone(tx, campaign.id)))
    await endCampaign(platform, tx, campaign, 'finished');
  return { claimed, isIdle: claimed.length === 0 };
}

function toBreakerCall({ id, endReason, endedAtMs }: EndedCall) {
  return { callId: id, endedAtMs, isFailure: isTechnicalFailure(endReason) };
}

function sumRecent(ended: readonly EndedCall[]): RecentCalls {
  const count = (is: (call: EndedCall) => boolean) => ended.filter(is).length;
  return {
    ended: ended.length,
    answered: count(isAnsweredByPerson),
    failed: count(({ endReason }) => isTechnicalFailure(endReason)),
    abandoned: count(isAbandoned),
  };
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
