const deepestCause = 4;

/**
 * An error as fields for the log. A failed query's message carries its parameters, which may be anybody's
 * address: of errors of the database only codes and names of things are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const database = findDatabaseError(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    error: error.name,
    ...(database ?? { reason: error.message, ...describeCause(error) }),
    stack: frames.slice(0, 12).join('\n'),
  };
}

function findDatabaseError(error: Error): Record<string, unknown> | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < deepestCause && current instanceof Error; depth += 1) {
    // Only errors sent by PostgreSQL have a severity (its protocol, section 54.8).
    const { severity, code, constraint, table } = current as unknown as Record<string, unknown>;
    if (typeof severity === 'string') return { databaseCode: code, constraint, table };
    current = current.cause;
  }
  return error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query')
    ? { reason: 'A query failed.', ...describeCause(error) }
    : undefined;
}

function describeCause(error: Error): Record<string, unknown> {
  return error.cause instanceof Error ? { cause: error.cause.message } : {};
}
