import { Readable } from 'node:stream';
import type { Permission } from '@parley/contract/roles';
import { roleMay } from '@parley/contract/roles';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountTools } from './account-tools.ts';
import { getProfile } from './get-profile.ts';
import { listSessions } from './queries.ts';
import { toSession } from './user-profile.ts';

/** A part of the export that another feature keeps, such as the calls of the workspace. */
export type ExportSection = {
  /** Its name in the file. */
  name: string;
  /** What a member needs to be given it. */
  permission: Permission;
  /** Its things as the wire names them, read a few at a time, without secrets. */
  list(workspaceId: string): AsyncIterable<unknown>;
};

/** Answers everything a user may take along as one JSON file, written while it is read: no size is too large. */
export async function serveExport(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  tools: AccountTools,
  { identity, reply }: SignedInContext,
  sections: readonly ExportSection[],
): Promise<FastifyReply> {
  const { signIn, country, nowMs } = tools;
  const now = new Date(nowMs());
  const profile = await getProfile(db, signIn, identity);
  const sessions = await Promise.all(
    (await listSessions(db.queries, identity.userId, now)).map(async (row) =>
      toSession(row, {
        currentSessionId: identity.sessionId,
        country: await country.ofAddress(row.ipAddress ?? ''),
      }),
    ),
  );
  const allowed = sections.filter(({ permission }) => roleMay(identity.role, permission));
  const stream = Readable.from(
    writeExport({ exported_at: now.toISOString(), profile, sessions }, allowed, identity.workspaceId),
    { objectMode: false },
  );
  // The answer has begun: all that is left is to break it off, so that half a file is never taken for a whole one.
  stream.on('error', (error) => log.error('An export broke off.', { userId: identity.userId, error }));
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="account-${now.toISOString().slice(0, 10)}.json"`)
    .send(stream);
}

async function* writeExport(
  head: Record<string, unknown>,
  sections: readonly ExportSection[],
  workspaceId: string,
): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2);
  for (const { name, list } of sections) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const thing of list(workspaceId)) {
      yield `${separator}    ${JSON.stringify(thing)}`;
      separator = ',\n';
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}
