import { Readable } from 'node:stream';
import type { CallingRules } from '@parley/contract/campaign-rules';
import { type DoNotCallEntry, doNotCallFilePath, doNotCallRoutes } from '@parley/contract/do-not-call';
import { AppError } from '@parley/contract/errors';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import { nameColumns, toCsvLine } from '../uploads/index.ts';
import type { NewListing } from './add-numbers.ts';
import type { DoNotCallNeeds } from './index.ts';
import {
  countEntries,
  deleteEntry,
  getCallingRules,
  listEntries,
  lockWorkspace,
  saveCallingRules,
} from './queries.ts';
import { readPhone } from './read-phone.ts';
import type { DoNotCallRow } from './tables.ts';

/** Numbers stored in one statement. */
const batchSize = 2_000;
/** Rows looked at to find the column that holds the numbers. */
const sampledRows = 200;

/** Mounts the calls about the do-not-call list and the rules of calling. */
export function mountDoNotCallRoutes(
  platform: Platform,
  needs: DoNotCallNeeds,
  add: (tx: Transaction, workspaceId: string, listing: NewListing) => Promise<number>,
): void {
  const { config, db, http, liveFeed } = platform;
  const { audit, uploads } = needs;
  const allowsFictional = config.mode === 'local';

  http.mount(doNotCallRoutes.list, async ({ query }, { identity }) => {
    const { workspaceId } = identity;
    const { limit, after } = query;
    const [rows, total] = await Promise.all([
      listEntries(db.queries, workspaceId, {
        digits: (query.q ?? '').replace(/\D/g, ''),
        after,
        limit: limit + 1,
      }),
      countEntries(db.queries, workspaceId),
    ]);
    const page = rows.slice(0, limit);
    return {
      entries: page.map(toEntry),
      total,
      next_after: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

  http.mount(doNotCallRoutes.add, async ({ body }, context) => {
    const { workspaceId, userId } = context.identity;
    const read = body.phones.map((text) => ({ text, phone: readPhone(text, { allowsFictional }) }));
    const phones = [...new Set(read.flatMap(({ phone }) => phone ?? []))];
    const invalid = read.filter(({ phone }) => phone === undefined).map(({ text }) => text);
    const added = await db.transaction(async (tx) => {
      const count = await add(tx, workspaceId, {
        phones,
        source: 'staff',
        note: body.note,
        addedBy: userId,
      });
      await audit.record(tx, context, {
        action: 'do-not-call.added',
        subject: { id: phones[0] ?? '', name: describeNumbers(phones) },
      });
      return count;
    });
    return { added, already_listed: phones.length - added, invalid };
  });

  http.mount(doNotCallRoutes.importFile, async ({ body }, context) => {
    const { workspaceId, userId } = context.identity;
    const upload = await uploads.getUpload(db.queries, workspaceId, body.csv_url);
    const { phones, invalid } = await readNumbers(uploads.readRows(upload), body.column, allowsFictional);
    let added = 0;
    for (let from = 0; from < phones.length; from += batchSize) {
      const batch = phones.slice(from, from + batchSize);
      added += await db.transaction((tx) =>
        add(tx, workspaceId, { phones: batch, source: 'file', note: body.note, addedBy: userId }),
      );
    }
    await db.transaction((tx) =>
      audit.record(tx, context, {
        action: 'do-not-call.added',
        subject: { id: upload.id, name: `${phones.length} numbers of ${upload.fileName}` },
      }),
    );
    return { added, already_listed: phones.length - added, invalid };
  });

  http.mount(doNotCallRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await deleteEntry(tx, workspaceId, params.id);
      if (row === undefined) throw AppError.of('do_not_call_not_found');
      await audit.record(tx, context, {
        action: 'do-not-call.removed',
        subject: { id: row.id, name: row.e164 },
        changes: [{ field: 'source', before: row.source, after: null }],
      });
      await liveFeed.publish(tx, workspaceId, { type: 'do-not-call.changed' });
    });
    return { success: true as const };
  });

  http.mountStream(
    doNotCallFilePath,
    { access: 'signed-in', scope: 'contacts:read' },
    async ({ identity, reply }) => {
      async function* lines() {
        yield toCsvLine(['phone', 'source', 'note', 'words', 'call_id', 'created_at']);
        let after: string | undefined;
        do {
          const rows = await listEntries(db.queries, identity.workspaceId, {
            digits: '',
            after,
            limit: 1_000,
          });
          for (const row of rows.map(toEntry))
            yield toCsvLine([row.phone, row.source, row.note, row.words, row.call_id ?? '', row.created_at]);
          after = rows.length < 1_000 ? undefined : rows.at(-1)?.id;
        } while (after !== undefined);
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="do-not-call.csv"')
        .send(Readable.from(lines(), { objectMode: false }));
    },
  );

  http.mount(doNotCallRoutes.getRules, async (_input, { identity }) => ({
    rules: await getCallingRules(db.queries, identity.workspaceId),
  }));

  http.mount(doNotCallRoutes.saveRules, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    return await db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const before = await getCallingRules(tx, workspaceId);
      const given = Object.entries(body).filter(([, value]) => value !== undefined);
      const rules: CallingRules = { ...before, ...Object.fromEntries(given) };
      if (rules.legal_end <= rules.legal_start) throw AppError.of('campaign_hours_empty');
      await saveCallingRules(tx, workspaceId, rules);
      await needs.onRulesSaved(tx, workspaceId);
      await audit.record(tx, context, {
        action: 'calling-rules.changed',
        subject: { id: workspaceId, name: 'calling rules' },
        changes: listChanges(toWords(before), toWords(rules)),
      });
      return { rules };
    });
  });
}

/** The numbers of a file, each once. Without a named column they are those of the column that holds most. */
async function readNumbers(
  rows: AsyncIterable<{ cells: string[] }>,
  column: string | undefined,
  allowsFictional: boolean,
): Promise<{ phones: string[]; invalid: number }> {
  const sample: string[][] = [];
  const phones = new Set<string>();
  let invalid = 0;
  let at: number | undefined;
  const take = (cells: readonly string[]): void => {
    const text = (cells[at ?? 0] ?? '').trim();
    if (text === '') return;
    const phone = readPhone(text, { allowsFictional });
    if (phone === undefined) invalid += 1;
    else phones.add(phone);
  };
  const choose = (): void => {
    const [heading = [], ...others] = sample;
    const named = column === undefined ? -1 : nameColumns(heading).indexOf(column);
    if (column !== undefined && named === -1) throw AppError.of('csv_unreadable');
    const filled = heading.map(
      (_cell, place) =>
        sample.filter((cells) => readPhone(cells[place] ?? '', { allowsFictional }) !== undefined).length,
    );
    at = named === -1 ? filled.indexOf(Math.max(...filled)) : named;
    // A list of nothing but numbers has no heading.
    const isHeading = readPhone(heading[at] ?? '', { allowsFictional }) === undefined;
    for (const cells of isHeading ? others : sample) take(cells);
  };
  for await (const { cells } of rows) {
    if (at !== undefined) take(cells);
    else if (sample.push(cells) >= sampledRows) choose();
  }
  if (at === undefined && sample.length > 0) choose();
  return { phones: [...phones], invalid };
}

/** The rules as the audit trail compares them. */
function toWords({ holidays, disclosure, ...rules }: CallingRules) {
  const { is_on, text, offers_opt_out_key } = disclosure;
  return {
    ...rules,
    holidays: holidays.join(', '),
    disclosure: is_on ? text : '',
    key_9: offers_opt_out_key,
  };
}

function toEntry(row: DoNotCallRow): DoNotCallEntry {
  return {
    id: row.id,
    phone: row.e164,
    source: row.source,
    note: row.note,
    words: row.words,
    call_id: row.callId,
    created_at: row.createdAt.toISOString(),
  };
}

function describeNumbers(phones: readonly string[]): string {
  return phones.length === 1 ? (phones[0] ?? '') : `${phones.length} numbers`;
}
