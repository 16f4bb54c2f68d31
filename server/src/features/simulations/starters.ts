/** A simulation and who began it. */
export type Starter = { callId: string; workspaceId: string; userId: string };

/** Who began which running simulation: nobody else may talk in it. */
export class Starters {
  readonly #isRunning: (workspaceId: string, callId: string) => boolean;
  readonly #starters = new Map<string, Starter>();

  constructor(isRunning: (workspaceId: string, callId: string) => boolean) {
    this.#isRunning = isRunning;
  }

  add(starter: Starter): void {
    for (const { callId, workspaceId } of [...this.#starters.values()])
      if (!this.#isRunning(workspaceId, callId)) this.#starters.delete(callId);
    this.#starters.set(starter.callId, starter);
  }

  isStarter({ callId, workspaceId, userId }: Starter): boolean {
    const starter = this.#starters.get(callId);
    return (
      starter?.workspaceId === workspaceId &&
      starter.userId === userId &&
      this.#isRunning(workspaceId, callId)
    );
  }
}
