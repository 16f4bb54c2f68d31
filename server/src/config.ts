/** Every environment variable, read and checked once (design: the start contract). */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string;
  sipPort: number;
  sipHost: string;
  rtpPortMin: number;
  rtpPortMax: number;
  roles: ReadonlySet<'api' | 'calls' | 'dialer' | 'jobs'>;
  mode: 'local' | 'production';
  smtpUrl: string | undefined;
  s3: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined;
  secretKey: string | undefined;
  /** Live calls one process accepts at once. */
  maxLiveCalls: number;
  /** Threads that run calls. */
  callThreads: number;
  /** How long SIGTERM waits for running calls. */
  drainMs: number;
  trustProxy: boolean;
  links: { productName: string; marketingUrl: string; demoUrl: string; privacyUrl: string; termsUrl: string };
  /** The variables as given, for providers and carriers to find their own in. */
  environment: Readonly<Record<string, string | undefined>>;
};
