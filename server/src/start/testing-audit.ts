import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/database.ts';

/** Calls that ask for the permission to write and change nothing of the workspace. */
const changesNothing: ReadonlySet<string> = new Set([
  'POST /api/v1/voice-agent/:id/try-function',
  'POST /api/v1/voice-profiles/:id/say',
]);

/**
 * Watches every call of a test: one that writes with the permission edit, manage or own and succeeds has left an entry
 * in the audit trail, or has changed nothing at all. Returns what fails the test for those that have not.
 */
export function watchAuditTrail(fastify: FastifyInstance, db: Database): () => void {
  const silent = new Set<string>();
  fastify.addHook('onSend', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    const name = `${request.method} ${url}`;
    const isWrite = request.method !== 'GET' && ['edit', 'manage', 'own'].includes(config.access ?? '');
    if (!isWrite || reply.statusCode >= 300 || changesNothing.has(name)) return;
    const found = await db.queries.execute(
      sql`select 1 from audit_entries where request_id = ${request.id} limit 1`,
    );
    if (found.rows.length === 0) silent.add(name);
  });
  return () => {
    if (silent.size === 0) return;
    throw new Error(`Without an entry in the audit trail (audit.record): ${[...silent].join(', ')}.`);
  };
}
