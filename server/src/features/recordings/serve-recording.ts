import { AppError } from '@parley/contract/errors';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordings } from './tables.ts';

/**
 * Answers a recording, whole or the range asked for (RFC 9110 section 14), to its own workspace.
 * Errors: recording_not_found, range_not_satisfiable.
 */
export async function serveRecording(platform: Platform, context: SignedInContext): Promise<FastifyReply> {
  const { identity, request, reply } = context;
  const { id } = request.params as { id: string };
  const [row] = await platform.db.queries
    .select({ storageKey: recordings.storageKey, sizeBytes: recordings.sizeBytes })
    .from(recordings)
    .where(and(eq(recordings.callId, id), eq(recordings.workspaceId, identity.workspaceId)));
  if (!row) throw AppError.of('recording_not_found');
  const { storageKey, sizeBytes } = row;
  const wanted = parseRange(request.headers.range, sizeBytes);
  if (wanted === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${sizeBytes}`);
    throw AppError.of('range_not_satisfiable', { size: sizeBytes });
  }
  const range = wanted ?? { start: 0, end: sizeBytes - 1 };
  void reply
    .code(wanted ? 206 : 200)
    .type('audio/wav')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=3600')
    .header('content-disposition', `inline; filename="${id}.wav"`)
    .header('content-length', range.end - range.start + 1);
  if (wanted) void reply.header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await platform.storage.read(storageKey, range));
}

/**
 * One byte range of a `Range` header. Undefined: send the whole (no header, another unit, several ranges,
 * or one that does not parse, which RFC 9110 section 14.2 lets a server ignore).
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
