import type { Config } from './config.ts';

/** Shortest SECRET_KEY: 32 characters, so that even hexadecimal digits hold 128 bits. */
const secretKeyMinLength = 32;

/** Words that stand in copied examples, never in a random key. */
const exampleSecret = /change|example|secret|password|default|your[-_ ]?key|12345|(.)\1{7}/i;

/** What production mode refuses, a sentence each; empty when the settings are safe. */
export function describeInsecureSettings(
  config: Config,
  { isTrustProxyGiven }: { isTrustProxyGiven: boolean },
): readonly string[] {
  const problems: string[] = [];
  const publicUrl = new URL(config.publicUrl);
  if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl.hostname)) {
    problems.push(
      'PUBLIC_URL: must begin with https:// in production: passwords, sessions and calls travel over it.',
    );
  }
  const processUrl = new URL(config.processUrl);
  if (
    config.processUrl !== config.publicUrl &&
    processUrl.protocol !== 'https:' &&
    !isLoopback(processUrl.hostname)
  ) {
    problems.push('PROCESS_URL: must begin with https:// in production: the sound of calls travels over it.');
  }
  if (config.secretKey === undefined) {
    problems.push(
      'SECRET_KEY: must be set in production: 32 random characters or more, kept apart from the data.',
    );
  } else if (config.secretKey.length < secretKeyMinLength) {
    problems.push(`SECRET_KEY: must have at least ${secretKeyMinLength} characters.`);
  } else if (exampleSecret.test(config.secretKey)) {
    problems.push('SECRET_KEY: looks like an example; set random characters.');
  }
  if (!isLoopback(config.host) && !isTrustProxyGiven) {
    problems.push(
      'TRUST_PROXY: must be said when HOST is open to the network: true behind a proxy that sets X-Forwarded-For, false without one.',
    );
  }
  if (config.databaseUrl === undefined && config.roles.size < 4) {
    problems.push(
      'ROLES: a process of its own needs DATABASE_URL: the embedded database belongs to one process with every role.',
    );
  }
  return problems;
}

/** Whether a host name or address is this machine's own (RFC 6890: 127.0.0.0/8 and ::1). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
