import type { WorkspaceEvent, WorkspaceEventOf, WorkspaceEventType } from '@parley/contract/workspace-events';
import type { Transaction } from '../db/database.ts';

/** Answers an event inside the transaction that makes it true: counts, enqueues, stores. Never waits for the network. */
export type EventListener<T extends WorkspaceEventType> = (
  tx: Transaction,
  workspaceId: string,
  event: WorkspaceEventOf<T>,
) => Promise<void>;

/** As an `EventListener`, of all events that one transaction tells together: one statement may answer many. */
export type EventsListener<T extends WorkspaceEventType> = (
  tx: Transaction,
  workspaceId: string,
  events: readonly WorkspaceEventOf<T>[],
) => Promise<void>;

/** How features answer what other features do without knowing each other. */
export interface Events {
  /** Call it while the product opens. Listeners of a type run one after another, in the order they came. */
  on<T extends WorkspaceEventType>(type: T, listener: EventListener<T>): void;
  /** As `on`, for what may happen to hundreds at once: the listener gets all of them, at least one. */
  onAll<T extends WorkspaceEventType>(type: T, listener: EventsListener<T>): void;
  /** Tells all listeners; one that throws fails the transaction. */
  publish(tx: Transaction, workspaceId: string, event: WorkspaceEvent): Promise<void>;
  /** Tells events of one type: each listener hears all of them before the next listener hears any. */
  publishAll<T extends WorkspaceEventType>(
    tx: Transaction,
    workspaceId: string,
    events: readonly WorkspaceEventOf<T>[],
  ): Promise<void>;
}

/** Opens the events of this process. */
export function openEvents(): Events {
  const listeners = new Map<WorkspaceEventType, EventsListener<WorkspaceEventType>[]>();
  const onAll: Events['onAll'] = (type, listener) => {
    const others = listeners.get(type) ?? [];
    // The map keeps each listener under the type it was made for.
    listeners.set(type, [...others, listener as unknown as EventsListener<WorkspaceEventType>]);
  };
  const publishAll: Events['publishAll'] = async (tx, workspaceId, events) => {
    const [first] = events;
    if (first === undefined) return;
    for (const listener of listeners.get(first.type) ?? []) await listener(tx, workspaceId, events);
  };
  return {
    on: (type, listener) =>
      onAll(type, async (tx, workspaceId, events) => {
        for (const event of events) await listener(tx, workspaceId, event);
      }),
    onAll,
    publish: (tx, workspaceId, event) => publishAll(tx, workspaceId, [event]),
    publishAll,
  };
}
