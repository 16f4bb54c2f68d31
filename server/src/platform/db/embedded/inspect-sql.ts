/** What the socket must know about a statement before the engine sees it. */
export type StatementTraits = {
  /** Holds COPY … FROM STDIN, which would end the engine: it has no way to wait for the data. */
  copiesFromClient: boolean;
  /** Channels it begins to listen to. */
  listens: readonly string[];
  /** The one channel it stops listening to, `*` for all, when it does nothing else. */
  unlistens: string | undefined;
};

const plain: StatementTraits = { copiesFromClient: false, listens: [], unlistens: undefined };
const mayMatter = /stdin|listen/i;

/** Reads a statement's traits; literals and comments do not count. Cheap for statements that have none. */
export function inspectSql(sql: string): StatementTraits {
  if (!mayMatter.test(sql)) return plain;
  const code = sql.replace(literalsAndComments, (found) => (found.startsWith('"') ? found : ' '));
  const unlistened = /^\s*unlisten\s+("(?:[^"]|"")+"|[\w$]+|\*)\s*;?\s*$/i.exec(code)?.[1];
  return {
    copiesFromClient: /\bcopy\b[^;]*\bfrom\s+stdin\b/i.test(code.replace(quotedNames, 'name')),
    listens: [...code.matchAll(/\blisten\s+("(?:[^"]|"")+"|[\w$]+)/gi)].map((found) =>
      toName(found[1] ?? ''),
    ),
    unlistens: unlistened === undefined ? undefined : toName(unlistened),
  };
}

/** Quotes a name, as in `unlisten "name"` (PostgreSQL documentation 4.1.1). */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Quoted strings with E'' escapes, dollar quotes, quoted names, and both kinds of comment
 * (PostgreSQL documentation 4.1.2 and 4.1.5).
 */
const literalsAndComments =
  /\be'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//gi;

const quotedNames = /"(?:[^"]|"")*"/g;

/** An unquoted name is folded to lower case; a name has at most 63 bytes (documentation 4.1.1). */
function toName(written: string): string {
  const name = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
  return Buffer.from(name).subarray(0, 63).toString();
}
