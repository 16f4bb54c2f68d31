import type { ReceivedRequest } from '../message/message.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';

/** Who answers the requests of one dialog. */
export interface DialogUser {
  onRequest(transaction: ServerTransaction): void;
  onAck(request: ReceivedRequest): void;
}

/** Dialogs by Call-ID and the tag of our side; the tag is ours, so nobody else can have made it. */
export class DialogTable {
  readonly #users = new Map<string, DialogUser>();

  get size(): number {
    return this.#users.size;
  }

  add(callId: string, localTag: string, user: DialogUser): void {
    this.#users.set(`${localTag} ${callId}`, user);
  }

  /** Removes `user`, unless another has taken its place. */
  remove(callId: string, localTag: string, user: DialogUser): void {
    const key = `${localTag} ${callId}`;
    if (this.#users.get(key) === user) this.#users.delete(key);
  }

  /** Forgets all of them, when everything is closed. */
  clear(): void {
    this.#users.clear();
  }

  /** The dialog that a request of the far end belongs to. */
  find(request: ReceivedRequest): DialogUser | undefined {
    return this.#users.get(`${request.to.parameters.get('tag')} ${request.callId}`);
  }
}
