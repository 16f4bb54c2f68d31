const colours: Record<string, string> = {
  debug: '\x1b[90m',
  info: '\x1b[36m',
  warn: '\x1b[33m',
  error: '\x1b[31m',
};
const grey = '\x1b[90m';
const plain = '\x1b[0m';

/** One JSON line of the log as a line for a person: time, level, sentence, fields, then an error's stack. */
export function writePretty(line: string): string {
  const { time, level, sentence, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const stacks: string[] = [];
  const shown = Object.entries(fields).map(([name, value]) => {
    if (!isErrorField(value)) return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
    if (value.stack) stacks.push(value.stack);
    return `${name}=${JSON.stringify(value.message)}`;
  });
  const head = `${grey}${String(time).slice(11, 23)}${plain} ${colours[String(level)] ?? ''}${String(level).padEnd(5)}${plain}`;
  const tail = shown.length > 0 ? ` ${grey}${shown.join(' ')}${plain}` : '';
  return `${[`${head} ${sentence}${tail}`, ...stacks].join('\n')}\n`;
}

function isErrorField(value: unknown): value is { message: string; stack?: string } {
  return typeof value === 'object' && value !== null && 'message' in value && 'type' in value;
}
