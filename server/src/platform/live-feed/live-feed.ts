import type { LiveEvent } from '@parley/contract/live-events';
import type { Queries } from '../db/database.ts';

/** Tells the open screens of a workspace what happens, in every process that shares the database. */
export interface LiveFeed {
  /** Stored and numbered; told when the transaction commits; a screen that was away gets it later. */
  publish(queries: Queries, workspaceId: string, event: LiveEvent): Promise<void>;
  /** As `publish`, of several at once, in their order. */
  publishAll(queries: Queries, workspaceId: string, events: readonly LiveEvent[]): Promise<void>;
  /** Told now to who listens now, stored nowhere: partial words, who speaks. Never throws. */
  tell(workspaceId: string, event: LiveEvent): void;
  /**
   * Events of a workspace, beginning after `lastEventId` where given and still known (`feed.reset` else).
   * `id` is null for events that are not stored. Returns the function that stops it.
   */
  subscribe(
    workspaceId: string,
    lastEventId: string | undefined,
    onEvent: (event: LiveEvent, id: string | null) => void,
  ): Promise<() => void>;
  close(): Promise<void>;
}
