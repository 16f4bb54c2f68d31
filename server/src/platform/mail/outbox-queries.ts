import { sql } from 'drizzle-orm';
import type { Queries } from '../db/database.ts';
import type { Mail } from './mail.ts';

/** The outbox is for reading along while trying the product out; older mails go. */
const keptMails = 200;

export async function insertOutboxMail(queries: Queries, mail: Mail & { id: string }): Promise<void> {
  const { id, to, subject, text, html = null } = mail;
  await queries.execute(
    sql`insert into outbox_mails (id, recipient, subject, body_text, body_html)
        values (${id}, ${to}, ${subject}, ${text}, ${html})`,
  );
  await queries.execute(
    sql`delete from outbox_mails where id in (select id from outbox_mails order by id desc offset ${keptMails})`,
  );
}

/** Newest first. */
export async function listOutboxMails(
  queries: Queries,
): Promise<readonly (Mail & { id: string; sentAt: string })[]> {
  const { rows } = await queries.execute<{
    id: string;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string | null;
    sent_at: string;
  }>(
    sql`select id, recipient, subject, body_text, body_html,
          to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent_at
        from outbox_mails order by id desc limit ${keptMails}`,
  );
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    ...(row.body_html === null ? {} : { html: row.body_html }),
    sentAt: row.sent_at,
  }));
}
