import type { Page } from '@playwright/test';

/** What the screens show that was made for them. */
export type Things = {
  /** A call with words and a recording. */
  callId: string;
  agentId: string;
  /** Where the mailed invitation of a guest leads. */
  invitationPath: string;
};

export type AccessibleScreen = {
  name: string;
  isPublic?: boolean;
  /** What is open closes when the window changes its size. */
  closesOnResize?: boolean;
  open: (page: Page, isPhone: boolean, things: Things) => Promise<void>;
};
