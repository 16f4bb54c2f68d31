import type { DialingMode } from '@parley/contract/campaign-rules';

/** What is chosen in the last step (WIZ-4, WIZ-6). */
export type CampaignDetails = {
  name: string;
  agentId: string | null;
  numberId: string | null;
  /** Further numbers to call with. */
  moreNumberIds: string[];
  mode: DialingMode;
  /** `YYYY-MM-DD`; empty when it is started by hand. */
  date: string;
  time: string;
  /** Rows that do not say the person agreed are left out. */
  requiresConsent: boolean;
};

export const emptyDetails: CampaignDetails = {
  name: '',
  agentId: null,
  numberId: null,
  moreNumberIds: [],
  mode: 'dynamic',
  date: '',
  time: '09:00',
  requiresConsent: false,
};
