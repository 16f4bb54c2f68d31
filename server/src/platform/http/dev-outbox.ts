import type { FastifyInstance } from 'fastify';
import type { Mailer } from '../mail/mail.ts';
import { escapeHtml } from './escape-html.ts';

/** Mounts /dev/outbox, the mails of local mode as a page, and /dev/outbox.json. Never for production. */
export function mountDevOutbox(fastify: FastifyInstance, mailer: Mailer): void {
  fastify.get('/dev/outbox.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { mails: await mailer.listOutbox() };
  });
  fastify.get('/dev/outbox', async (_request, reply) => {
    const mails = await mailer.listOutbox();
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(outboxPage(mails));
  });
}

function outboxPage(mails: Awaited<ReturnType<Mailer['listOutbox']>>): string {
  const articles = mails.map(
    (mail) => `<article>
      <h2>${escapeHtml(mail.subject)}</h2>
      <p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p>
      <pre>${escapeHtml(mail.text)}</pre>
    </article>`,
  );
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Outbox</title></head>
  <body style="max-width: 70ch; margin: 2rem auto; font-family: system-ui, sans-serif">
    <h1>Outbox</h1>
    <p>Mails this installation would have sent. Set SMTP_URL to send them.</p>
    ${articles.join('\n    ') || '<p>Nothing yet.</p>'}
  </body>
</html>
`;
}
