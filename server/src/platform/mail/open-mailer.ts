import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import { newSortableKey } from '../db/new-id.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import type { Mailer } from './mail.ts';
import { insertOutboxMail, listOutboxMails } from './outbox-queries.ts';

const jobName = 'mail.send';
const connectMaxMs = 10_000;
const answerMaxMs = 30_000;

const StoredMail = z.object({
  /** Becomes the Message-ID, the same at every try, so that receivers can tell a repetition. */
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
});

export type MailerOptions = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'mode'>;
  database: Database;
  jobs: Jobs;
  log: Log;
};

/**
 * Opens the mailer; call it before the jobs start. With SMTP_URL a mail is sent by a job, tried again when
 * the server cannot be reached; without it the mail lands in the outbox table, in the caller's transaction.
 */
export function openMailer({ config, database, jobs, log }: MailerOptions): Mailer {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (smtpUrl === undefined) {
    if (config.mode === 'production') {
      log.warn(
        'No mail server is set (SMTP_URL): codes and links are kept in the database and reach nobody.',
      );
    }
    return {
      send: (queries, mail) => insertOutboxMail(queries, { ...mail, id: newSortableKey() }),
      listOutbox: () => listOutboxMails(database.queries),
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMaxMs,
    greetingTimeout: connectMaxMs,
    socketTimeout: answerMaxMs,
    // A mail's text is ours alone; nothing in it may name files or addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = new URL(publicUrl).hostname;
  jobs.define({
    name: jobName,
    data: StoredMail,
    retryLimit: 8,
    concurrency: 3,
    expireInSeconds: 120,
    run: async ({ id, to, subject, text, html }) => {
      try {
        await transport.sendMail({
          from: mailFrom,
          // An object is one address; a text could name several.
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          messageId: `<${id}@${domain}>`,
        });
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
        log.warn('The mail server refused a mail for good.', { mailId: id, error });
      }
    },
  });
  return {
    send: (queries, mail) => jobs.enqueue(queries, jobName, { ...mail, id: newSortableKey() }),
    listOutbox: async () => [],
  };
}

/** 5xx to the recipient or the message is final (RFC 5321 section 4.2.1); a refused sign-in may be mended. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { code, responseCode } = error;
  return (
    typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  );
}
