/** A PostgreSQL of our own, as the tests use it: stopped and removed afterwards. */
export type ThrowAwayPostgres = { url: string; stop: () => Promise<void> } | { missing: string };

/** Starts Debian's PostgreSQL in a temporary folder; tells what is missing where it cannot. */
export async function startPostgres(): Promise<ThrowAwayPostgres> {
  const module: unknown = await import(new URL('../../../scripts/test-postgres.mjs', import.meta.url).href);
  return await (module as { startTestPostgres(): Promise<ThrowAwayPostgres> }).startTestPostgres();
}
