import { inspectSql } from './inspect-sql.ts';
import * as wire from './wire-messages.ts';

/** A client's message made ready for the engine that all connections share. */
export type PreparedMessage = {
  bytes: Buffer;
  listens: readonly string[];
  unlistens: string | undefined;
  /** For a message that speaks of the unnamed statement of an earlier batch: what puts it back. */
  restoresUnnamed: Buffer | undefined;
  /** Makes the unnamed statement of the engine this connection's. */
  setsUnnamed: boolean;
};

/** The prepared statements of one connection: its names must not meet those of another in the engine. */
export class StatementNames {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  #count = 0;
  /** The last Parse of the unnamed statement. */
  savedUnnamed: Buffer | undefined;
  /** Whether the batch being collected has parsed the unnamed statement itself. */
  isUnnamedFresh = false;

  constructor(sessionId: number) {
    this.#prefix = `s${sessionId}_`;
  }

  /** What makes the engine's unnamed statement this connection's: its Parse, or none at all. */
  get restoresUnnamed(): Buffer | undefined {
    if (this.isUnnamedFresh) return undefined;
    return this.savedUnnamed ?? wire.message('C', 'S', wire.cString(''));
  }

  /** The engine's name for one of the client; short, because names end at 63 bytes. */
  toEngine(name: string): string {
    if (name === '') return '';
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#count += 1;
    const made = `${this.#prefix}${this.#count}`;
    this.#names.set(name, made);
    return made;
  }

  forget(name: string): void {
    this.#names.delete(name);
  }

  /** Messages that close every named statement. */
  closeMessages(): readonly Buffer[] {
    return [...this.#names.values()].map((name) => wire.message('C', 'S', wire.cString(name)));
  }
}

/** Rewrites statement names and takes out what the engine must not see. */
export function prepareBatchMessage(bytes: Buffer, names: StatementNames): PreparedMessage {
  const type = wire.typeOf(bytes);
  const result: PreparedMessage = {
    bytes,
    listens: [],
    unlistens: undefined,
    restoresUnnamed: undefined,
    setsUnnamed: false,
  };
  switch (type) {
    case 'Q': {
      // A simple query drops the unnamed statement (documentation 54.2.3).
      names.savedUnnamed = undefined;
      const traits = inspectSql(wire.readCString(bytes, wire.headerBytes).text);
      if (traits.copiesFromClient) return { ...result, bytes: wire.queryMessage(copyRefusal) };
      return { ...result, listens: traits.listens, unlistens: traits.unlistens };
    }
    case 'P':
      return prepareParse(bytes, names, result);
    case 'B': {
      const portal = wire.readCString(bytes, wire.headerBytes);
      const statement = wire.readCString(bytes, portal.next);
      if (statement.text === '') return { ...result, restoresUnnamed: names.restoresUnnamed };
      const head = `${wire.cString(portal.text)}${wire.cString(names.toEngine(statement.text))}`;
      return { ...result, bytes: wire.message('B', head, bytes.subarray(statement.next)) };
    }
    case 'D':
    case 'C': {
      if (wire.typeOf(bytes, wire.headerBytes) !== 'S') return result;
      const { text } = wire.readCString(bytes, wire.headerBytes + 1);
      if (text === '') return { ...result, restoresUnnamed: names.restoresUnnamed };
      const renamed = wire.message(type, 'S', wire.cString(names.toEngine(text)));
      if (type === 'C') names.forget(text);
      return { ...result, bytes: renamed };
    }
    case 'S':
    case 'H':
      names.isUnnamedFresh = false;
      return result;
    default:
      return result;
  }
}

/** Stands in the place of a refused statement: raises the error where the statement would have run. */
const copyRefusal = `do $$ begin raise exception using errcode = '0A000', message =
  'COPY FROM STDIN is not supported by the embedded database; use INSERT with several rows' ; end $$`;

function prepareParse(bytes: Buffer, names: StatementNames, result: PreparedMessage): PreparedMessage {
  const name = wire.readCString(bytes, wire.headerBytes);
  const sql = wire.readCString(bytes, name.next);
  const traits = inspectSql(sql.text);
  const head = wire.cString(names.toEngine(name.text));
  const rewritten = traits.copiesFromClient
    ? wire.message('P', head, wire.cString(copyRefusal), Buffer.alloc(2))
    : wire.message('P', head, bytes.subarray(name.next));
  if (name.text === '') {
    names.savedUnnamed = rewritten;
    names.isUnnamedFresh = true;
  }
  return { ...result, bytes: rewritten, listens: traits.listens, setsUnnamed: name.text === '' };
}
