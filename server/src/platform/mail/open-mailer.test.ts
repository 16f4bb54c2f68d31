import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../db/testing.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import type { Log } from '../log/log.ts';
import { silentLog } from '../log/open-log.ts';
import { openMailer } from './open-mailer.ts';

const base = {
  mailFrom: 'Parley <no-reply@calls.example>',
  publicUrl: 'https://calls.example',
  mode: 'local' as const,
};

describeOnEachDatabase('Mail', (test) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const makeJobs = (): Jobs => {
    const jobs = openJobs({ database: test.database, log: silentLog, metrics: new Registry() });
    closing.push(() => jobs.stop({ graceMs: 2_000 }));
    return jobs;
  };

  it('without a mail server lands in the outbox with its transaction, newest first', async () => {
    const mailer = openMailer({
      config: { ...base, smtpUrl: undefined },
      database: test.database,
      jobs: makeJobs(),
      log: silentLog,
    });
    await mailer.send(test.database.queries, { to: 'ann@example.org', subject: 'Your code', text: '123456' });
    await test.database.transaction(async (tx) => {
      await mailer.send(tx, { to: 'bob@example.org', subject: 'Welcome', text: 'Hi', html: '<p>Hi</p>' });
    });
    const failed = test.database.transaction(async (tx) => {
      await mailer.send(tx, { to: 'eve@example.org', subject: 'Never', text: '' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await mailer.listOutbox()).toEqual([
      {
        id: expect.any(String),
        to: 'bob@example.org',
        subject: 'Welcome',
        text: 'Hi',
        html: '<p>Hi</p>',
        sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      {
        id: expect.any(String),
        to: 'ann@example.org',
        subject: 'Your code',
        text: '123456',
        sentAt: expect.any(String),
      },
    ]);
  });

  it('keeps the newest 200 in the outbox', async () => {
    const mailer = openMailer({
      config: { ...base, smtpUrl: undefined },
      database: test.database,
      jobs: makeJobs(),
      log: silentLog,
    });
    await test.database.transaction(async (tx) => {
      for (let n = 0; n < 205; n += 1)
        await mailer.send(tx, { to: 'ann@example.org', subject: `${n}`, text: '' });
    });
    const subjects = (await mailer.listOutbox()).map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, '204', '5']);
  });

  it('with a mail server is sent by it, one address per mail', async () => {
    const received: { to: string[]; message: string }[] = [];
    const port = await startServer({
      onMail: (mail) => void received.push(mail),
      closing,
    });
    const jobs = makeJobs();
    const mailer = openMailer({
      config: { ...base, smtpUrl: `smtp://127.0.0.1:${port}` },
      database: test.database,
      jobs,
      log: silentLog,
    });
    await jobs.start({ works: true });
    await mailer.send(test.database.queries, {
      to: 'ann@example.org',
      subject: 'Grüße',
      text: 'Your code is 123456.',
      html: '<b>123456</b>',
    });
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.to).toEqual(['ann@example.org']);
    expect(received[0]?.message).toMatch(/^From: Parley <no-reply@calls\.example>/m);
    expect(received[0]?.message).toMatch(/^Message-ID: <[0-9A-Za-z]{22}@calls\.example>/im);
    expect(received[0]?.message).toContain('Your code is 123456.');
    expect(await mailer.listOutbox()).toEqual([]);
  });

  it('is tried again when the server has no time, and not when it refuses for good', async () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (sentence) => void warnings.push(sentence) };
    let refusals = 0;
    const received: string[][] = [];
    const port = await startServer({
      onMail: ({ to }) => void received.push(to),
      onRecipient: (address) => {
        if (address.startsWith('nobody'))
          return Object.assign(new Error('No such user'), { responseCode: 550 });
        refusals += 1;
        return refusals === 1 ? Object.assign(new Error('Later, please'), { responseCode: 451 }) : undefined;
      },
      closing,
    });
    const jobs = makeJobs();
    const mailer = openMailer({
      config: { ...base, smtpUrl: `smtp://127.0.0.1:${port}` },
      database: test.database,
      jobs,
      log,
    });
    await jobs.start({ works: true });
    await mailer.send(test.database.queries, { to: 'nobody@example.org', subject: 'a', text: 'a' });
    await mailer.send(test.database.queries, { to: 'ann@example.org', subject: 'b', text: 'b' });
    await expect.poll(() => received).toEqual([['ann@example.org']]);
    expect(warnings).toEqual(['The mail server refused a mail for good.']);
    // A job is written down as completed just after its mail was taken.
    await expect
      .poll(async () => {
        const { rows } = await test.database.pool.query(
          `select state from pgboss.job where name = 'mail.send' and state not in ('completed')`,
        );
        return rows;
      })
      .toEqual([]);
  });

  it('without a mail server is warned of in production', () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (sentence) => void warnings.push(sentence) };
    openMailer({
      config: { ...base, smtpUrl: undefined, mode: 'production' },
      database: test.database,
      jobs: makeJobs(),
      log,
    });
    expect(warnings).toEqual([expect.stringContaining('SMTP_URL')]);
  });
});

async function startServer(options: {
  onMail: (mail: { to: string[]; message: string }) => void;
  onRecipient?: (address: string) => Error | undefined;
  closing: (() => Promise<void>)[];
}): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) => callback(options.onRecipient?.(address) ?? null),
    onData: (stream, session, callback) => {
      void text(stream).then((message) => {
        options.onMail({ to: session.envelope.rcptTo.map(({ address }) => address), message });
        callback();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  options.closing.unshift(() => new Promise((resolve) => server.close(() => resolve())));
  return (listening.address() as AddressInfo).port;
}
