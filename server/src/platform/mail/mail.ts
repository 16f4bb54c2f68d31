import type { Queries } from '../db/database.ts';

export type Mail = { to: string; subject: string; text: string; html?: string };

/** Mail leaves by a job: stored with the caller's transaction, sent by SMTP or kept in the local outbox. */
export interface Mailer {
  send(queries: Queries, mail: Mail): Promise<void>;
  /** The newest mails of the local outbox; empty when a mail server is set. */
  listOutbox(): Promise<readonly (Mail & { id: string; sentAt: string })[]>;
}
