import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { prepareBatchMessage, StatementNames } from './batch-messages.ts';
import type { EngineTurns, EngineUser } from './engine-turns.ts';
import { quoteName } from './inspect-sql.ts';
import type { Engine } from './open-engine.ts';
import * as wire from './wire-messages.ts';

/** What the sessions of one engine have in common. */
export type SessionContext = {
  engine: Engine;
  turns: EngineTurns;
  sessions: Map<number, WireSession>;
  /** Longest pause inside a transaction, in milliseconds; everybody else waits meanwhile. */
  idleInTransactionMs: number;
  /** The session whose unnamed statement the engine holds. */
  unnamedOwner: WireSession | undefined;
};

type Batch = {
  messages: Buffer[];
  unlistens: string | undefined;
  /** Puts back the unnamed statement this batch speaks of, where another connection's has taken its place. */
  restoresUnnamed: Buffer | undefined;
  setsUnnamed: boolean;
};

/** Batches and unsent bytes one connection may pile up before it is not read, or given up. */
const maxWaitingBatches = 64;
const maxUnsentBytes = 64 * 1024 * 1024;

/** One signed-on connection: cuts its messages into batches and runs them when it has the engine. */
export class WireSession implements EngineUser {
  readonly id: number;
  readonly secret = randomInt(2 ** 31 - 1);
  readonly channels = new Set<string>();
  readonly #socket: Socket;
  readonly #context: SessionContext;
  readonly #names: StatementNames;
  readonly #batches: Batch[] = [];
  #collected: Batch = newBatch();
  /** As of the last answer; undefined while an extended query is not yet synced. */
  #status: wire.TransactionStatus | undefined = 'I';
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(id: number, socket: Socket, context: SessionContext) {
    this.id = id;
    this.#socket = socket;
    this.#context = context;
    this.#names = new StatementNames(id);
  }

  /** Takes one message of the client. Returns false when the connection has to end. */
  onMessage(bytes: Buffer): boolean {
    const type = wire.typeOf(bytes);
    if (type === 'X') return false;
    // Copy data without a copy is ignored (documentation 54.2.6).
    if (type === 'd' || type === 'c' || type === 'f') return true;
    if (!'QPBDECSH'.includes(type)) {
      this.end('08P01', `message type ${JSON.stringify(type)} is not supported by the embedded database`);
      return false;
    }
    const prepared = prepareBatchMessage(bytes, this.#names);
    for (const channel of prepared.listens) this.channels.add(channel);
    if (prepared.restoresUnnamed !== undefined) this.#collected.restoresUnnamed ??= prepared.restoresUnnamed;
    if (prepared.setsUnnamed) this.#collected.setsUnnamed = true;
    this.#collected.unlistens = this.#collected.messages.length === 0 ? prepared.unlistens : undefined;
    this.#collected.messages.push(prepared.bytes);
    if (type === 'S' || type === 'Q' || type === 'H') {
      this.#batches.push(this.#collected);
      this.#collected = newBatch();
      this.#context.turns.ask(this);
    }
    return true;
  }

  get isFull(): boolean {
    return this.#batches.length >= maxWaitingBatches;
  }

  takeTurn(): 'keeps' | 'frees' {
    clearTimeout(this.#idleTimer);
    const batch = this.#batches.shift();
    if (batch !== undefined) this.#run(batch);
    if (this.#batches.length > 0) setImmediate(() => this.#isClosed || this.#context.turns.ask(this));
    if (this.#socket.isPaused() && !this.isFull) this.#socket.resume();
    if (this.#status === 'I') return 'frees';
    if (this.#batches.length === 0)
      this.#idleTimer = setTimeout(this.#onIdle, this.#context.idleInTransactionMs);
    return 'keeps';
  }

  /** Answers a waiting statement with an error. One that runs blocks this thread and cannot be reached. */
  cancel(): void {
    const last = this.#batches[0]?.messages.at(-1);
    if (last === undefined || wire.typeOf(last) === 'H' || this.#context.turns.owns(this)) return;
    this.#batches.shift();
    if (this.#batches.length === 0) this.#context.turns.leave(this);
    this.#write(wire.errorResponse('ERROR', '57014', 'canceling statement due to user request'));
    this.#write(wire.readyForQuery('I'));
  }

  /** Sends a notification the client listens to. */
  notify(bytes: Buffer): void {
    this.#write(bytes);
  }

  /** Ends the connection with a last error. */
  end(sqlState: string, sentence: string): void {
    this.#write(wire.errorResponse('FATAL', sqlState, sentence));
    this.close();
    this.#socket.end();
  }

  /** Rolls back what was open and forgets the session's statements and channels. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const { engine, turns, sessions } = this.#context;
    sessions.delete(this.id);
    this.#batches.length = 0;
    if (this.#context.unnamedOwner === this) this.#context.unnamedOwner = undefined;
    if (turns.owns(this)) {
      // An error before the Sync keeps an extended query that never ended from being committed.
      const failing = wire.message(
        'P',
        wire.cString(''),
        wire.cString('rollback the unfinished'),
        Buffer.alloc(2),
      );
      if (this.#status === undefined) engine.execute(Buffer.concat([failing, wire.syncMessage]));
      engine.execute(wire.queryMessage('rollback'));
    }
    turns.leave(this);
    const leftovers = this.#names.closeMessages();
    if (leftovers.length === 0 && this.channels.size === 0) return;
    turns.ask({
      takeTurn: () => {
        if (leftovers.length > 0) engine.execute(Buffer.concat([...leftovers, wire.syncMessage]));
        for (const channel of this.channels) this.#unlisten(channel);
        return 'frees';
      },
    });
  }

  #run(batch: Batch): void {
    if (batch.unlistens !== undefined && this.#status !== 'E') {
      this.#runUnlisten(batch.unlistens);
      return;
    }
    const restores = this.#context.unnamedOwner === this ? undefined : batch.restoresUnnamed;
    if (batch.setsUnnamed || restores !== undefined) this.#context.unnamedOwner = this;
    this.#status = undefined;
    const input = restores === undefined ? batch.messages : [restores, ...batch.messages];
    const answer = this.#context.engine.execute(input.length === 1 ? input[0]! : Buffer.concat(input));
    let skipsComplete = restores !== undefined;
    const own: Buffer[] = [];
    for (const bytes of wire.splitMessages(answer)) {
      const type = wire.typeOf(bytes);
      if (type === 'Z') this.#status = wire.typeOf(bytes, wire.headerBytes) as wire.TransactionStatus;
      if (type === 'A') this.#fanOut(bytes);
      else if (skipsComplete && (type === '1' || type === '3')) skipsComplete = false;
      else own.push(bytes);
    }
    this.#write(Buffer.concat(own));
  }

  /** Listening belongs to the engine, which all share: it stops when the last listener does. */
  #runUnlisten(channel: string): void {
    const stopped = channel === '*' ? [...this.channels] : [channel];
    for (const each of stopped) {
      this.channels.delete(each);
      if (this.#status === 'I') this.#unlisten(each);
    }
    this.#write(wire.commandComplete('UNLISTEN'));
    this.#write(wire.readyForQuery(this.#status ?? 'I'));
  }

  #unlisten(channel: string): void {
    const { engine, sessions } = this.#context;
    if ([...sessions.values()].some((session) => session.channels.has(channel))) return;
    engine.execute(wire.queryMessage(`unlisten ${quoteName(channel)}`));
  }

  #fanOut(bytes: Buffer): void {
    const { channel } = wire.readNotification(bytes);
    for (const session of this.#context.sessions.values()) {
      if (session.channels.has(channel)) session.notify(bytes);
    }
  }

  #write(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0 || this.#socket.destroyed) return;
    this.#socket.write(bytes);
    // A client that does not read what it asked for is given up.
    if (this.#socket.writableLength > maxUnsentBytes + bytes.length) this.#socket.destroy();
  }

  readonly #onIdle = (): void =>
    this.end('25P03', 'terminating connection due to idle-in-transaction timeout');
}

function newBatch(): Batch {
  return { messages: [], unlistens: undefined, restoresUnnamed: undefined, setsUnnamed: false };
}
