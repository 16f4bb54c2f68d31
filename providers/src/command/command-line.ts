/** A command line that cannot be read; the message says why. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/**
 * Cuts a command line into its arguments. No shell is involved: blanks separate, single quotes keep
 * everything, double quotes keep blanks, and outside single quotes a backslash takes the next quote, blank or
 * backslash as it is. Variables, pipes and redirections mean nothing.
 */
export function parseCommandLine(line: string): string[] {
  const found: string[] = [];
  let argument: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (quote === "'") {
      if (character === "'") quote = '';
      else argument += character;
    } else if (character === '\\' && /["'\\\s]/.test(line[i + 1] ?? '')) {
      argument = (argument ?? '') + line[++i]!;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else argument += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      argument ??= '';
    } else if (/\s/.test(character)) {
      if (argument !== undefined) found.push(argument);
      argument = undefined;
    } else {
      argument = (argument ?? '') + character;
    }
  }
  if (quote) throw new CommandLineError(`A ${quote} is not closed.`);
  if (argument !== undefined) found.push(argument);
  if (found.length === 0 || found[0] === '') throw new CommandLineError('The command line names no program.');
  return found;
}

/** Puts values in place of `{name}`; names without a value stay as they are. Values are never cut apart. */
export function fillPlaceholders(
  parts: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] {
  return parts.map((part) => part.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
}

/** Whether any argument holds this placeholder. */
export function hasPlaceholder(parts: readonly string[], name: string): boolean {
  return parts.some((part) => part.includes(`{${name}}`));
}
