import type { EndReason } from '@parley/contract/end-reasons';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { NewNotification } from './notify.ts';

/** Ends of calls that somebody has to look after, with what to do. Customers who hang up or do not answer are none. */
const worthTelling: Partial<Record<EndReason, { title: string; text: string; link: string | null }>> = {
  provider_failed: {
    title: 'Calls fail: a provider does not answer',
    text: 'A speech or language provider gave no answer and a call ended early. Check its key and its credit.',
    link: null,
  },
  carrier_failed: {
    title: 'Calls fail: the phone carrier refuses them',
    text: 'The carrier could not put a call through. Check the trunk and its credit.',
    link: null,
  },
  media_lost: {
    title: 'A call lost its sound',
    text: 'The line stayed open but no audio came. Firewalls between here and the carrier are the usual cause.',
    link: null,
  },
  at_limit: {
    title: 'All lines were busy',
    text: 'A call could not be taken because every line was in use. Spread campaigns out, or add lines.',
    link: null,
  },
  internal_error: {
    title: 'A call ended by a fault of ours',
    text: 'The call log says when it happened. If it goes on, tell whoever runs this installation.',
    link: null,
  },
};

/** What to tell about a call that ended; undefined when there is nothing to do. One notification for each cause. */
export function aboutEndedCall(workspaceId: string, call: CallFacts): NewNotification | undefined {
  const cause = call.end_reason === null ? undefined : worthTelling[call.end_reason];
  if (cause === undefined) return undefined;
  // Staff who close the page of a simulation take its sound away: nothing is wrong.
  if (call.is_simulation && call.end_reason === 'media_lost') return undefined;
  return {
    workspaceId,
    kind: 'call',
    tone: 'error',
    title: cause.title,
    text: `${cause.text} Last time: ${call.agent_name}.`,
    link: cause.link ?? `/app/call-history?call=${call.id}`,
    groupKey: `calls.${call.end_reason}`,
  };
}
