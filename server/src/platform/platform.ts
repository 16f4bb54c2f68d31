import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database } from './db/database.ts';
import type { Events } from './events/events.ts';
import type { HttpServer } from './http/http.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveFeed } from './live-feed/live-feed.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mail.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Storage } from './storage/storage.ts';

/** What features stand on. main.ts opens it; a feature's `open…` function takes it. */
export type Platform = {
  config: Config;
  log: Log;
  db: Database;
  jobs: Jobs;
  liveFeed: LiveFeed;
  events: Events;
  storage: Storage;
  mailer: Mailer;
  /** Requests to addresses that customers typed in. */
  outbound: Outbound;
  secrets: Secrets;
  metrics: Registry;
  http: HttpServer;
};
