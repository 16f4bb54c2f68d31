import type { CallingRules } from '@parley/contract/campaign-rules';
import type { Queries } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AgentsFeature } from '../../agents/index.ts';
import type { CallsFeature } from '../../calls/index.ts';
import type { FiguresTeller } from './figures-teller.ts';

/** What dialing asks of the features it stands on. */
export type DialingNeeds = {
  agents: Pick<AgentsFeature, 'findAgentForCall'>;
  doNotCall: {
    listListed(
      queries: Queries,
      workspaceId: string,
      phones: readonly string[],
    ): Promise<ReadonlySet<string>>;
    getRules(queries: Queries, workspaceId: string): Promise<CallingRules>;
  };
  nowMs: () => number;
};

/** The part of a process that dials. */
export type Dialer = DialingNeeds & {
  platform: Platform;
  calls: Pick<CallsFeature, 'placeCalls' | 'liveCount'>;
  /** Names this process in its attempts. */
  processId: string;
  teller: FiguresTeller;
};
