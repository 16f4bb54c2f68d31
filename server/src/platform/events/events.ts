import type { WorkspaceEvent, WorkspaceEventOf, WorkspaceEventType } from '@parley/contract/workspace-events';
import type { Transaction } from '../db/database.ts';

/** Answers an event inside the transaction that makes it true: counts, enqueues, stores. Never waits for the network. */
export type EventListener<T extends WorkspaceEventType> = (
  tx: Transaction,
  workspaceId: string,
  event: WorkspaceEventOf<T>,
) => Promise<void>;

/** How features answer what other features do without knowing each other. */
export interface Events {
  /** Call it while the product opens. Listeners of a type run one after another, in the order they came. */
  on<T extends WorkspaceEventType>(type: T, listener: EventListener<T>): void;
  /** Tells all listeners; one that throws fails the transaction. */
  publish(tx: Transaction, workspaceId: string, event: WorkspaceEvent): Promise<void>;
}

/** Opens the events of this process. */
export function openEvents(): Events {
  const listeners = new Map<WorkspaceEventType, EventListener<WorkspaceEventType>[]>();
  return {
    on(type, listener) {
      const others = listeners.get(type) ?? [];
      // The map keeps each listener under the type it was made for.
      listeners.set(type, [...others, listener as unknown as EventListener<WorkspaceEventType>]);
    },
    async publish(tx, workspaceId, event) {
      for (const listener of listeners.get(event.type) ?? []) await listener(tx, workspaceId, event);
    },
  };
}
