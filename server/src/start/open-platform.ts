import type { Config } from '../config.ts';
import { openSignIn, type SignIn } from '../features/accounts/index.ts';
import { openKeyAccess } from '../features/api-keys/index.ts';
import { features } from '../features/index.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { openEvents } from '../platform/events/events.ts';
import type { Authenticate } from '../platform/http/http.ts';
import { type OpenHttpServer, openHttpServer } from '../platform/http/open-http-server.ts';
import { openJobs } from '../platform/jobs/open-jobs.ts';
import { openLiveFeed } from '../platform/live-feed/open-live-feed.ts';
import type { Log } from '../platform/log/log.ts';
import { openMailer } from '../platform/mail/open-mailer.ts';
import { addDatabaseMetrics, openMetrics } from '../platform/metrics/open-metrics.ts';
import { openOutbound } from '../platform/outbound/open-outbound.ts';
import type { Platform } from '../platform/platform.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { openStorage } from '../platform/storage/open-storage.ts';

/** Where the bundler puts the web app. */
const webRoot = new URL('../../../web/dist/', import.meta.url);

export type OpenPlatform = {
  platform: Platform & { http: OpenHttpServer };
  signIn: SignIn;
  /** Closes everything in the opposite order. May be called twice. */
  close(): Promise<void>;
};

/** Opens what features stand on. Nothing is served and no job runs yet. */
export async function openPlatform(config: Config, log: Log): Promise<OpenPlatform> {
  const db = await openDatabase({ config, log, migrations: features.map((feature) => feature.migrations) });
  try {
    const metrics = openMetrics();
    addDatabaseMetrics(metrics, db);
    const secrets = await openSecrets(config);
    const storage = await openStorage(config);
    const jobs = openJobs({ database: db, log, metrics });
    const outbound = openOutbound({
      allowsPrivate: config.allowsPrivateAddresses,
      userAgent: config.links.productName,
    });
    const mailer = openMailer({ config, database: db, jobs, log });
    const liveFeed = await openLiveFeed({ database: db, log });
    const signIn = await openSignIn({ db, secrets, publicUrl: config.publicUrl });
    const servesApi = config.roles.has('api');
    const keys = await openKeyAccess({ db, log, requestsPerMinute: config.requestsPerMinute });
    const authenticate: Authenticate = (request, reply) =>
      keys.isKeyRequest(request) ? keys.authenticate(request, reply) : signIn.authenticate(request);
    const http = await openHttpServer({ config, log, metrics, authenticate, webRoot, servesApi });
    http.addReadiness('database', () => db.isReady());
    http.addReadiness('storage', () => storage.isReady());
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await http.close();
      await jobs.stop({ graceMs: 10_000 });
      await outbound.close();
      await keys.close();
      await liveFeed.close();
      await db.close();
    };
    return {
      platform: {
        config,
        log,
        db,
        jobs,
        liveFeed,
        events: openEvents(),
        storage,
        mailer,
        outbound,
        secrets,
        metrics,
        http,
      },
      signIn,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
