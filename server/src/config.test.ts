import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** The problems of an environment, or none. */
function findProblems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('The settings', () => {
  it('have defaults that run everything on this machine alone', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      publicUrl: 'http://localhost:3000',
      sipPort: 5070,
      sipHost: '127.0.0.1',
      rtpPortMin: 40_000,
      rtpPortMax: 44_999,
      roles: new Set(['api', 'calls', 'dialer', 'jobs']),
      mode: 'local',
      smtpUrl: undefined,
      s3: undefined,
      trustProxy: false,
      mailFrom: 'Parley <no-reply@localhost>',
      links: { productName: 'Parley', marketingUrl: 'http://localhost:3000' },
    });
  });

  it('are read from the environment, where an empty variable is an absent one', () => {
    const environment = {
      PORT: '8080',
      HOST: ' 0.0.0.0 ',
      DATABASE_URL: 'postgres://me@db/calls',
      PUBLIC_URL: 'https://calls.example.org/',
      PROCESS_URL: 'https://calls-1.example.org/',
      SIP_PORT: '0',
      RTP_PORTS: '20000-20099',
      ROLES: 'api, jobs',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_BUCKET: 'calls',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
      SMTP_URL: '',
      DRAIN_SECONDS: '5',
      TRUST_PROXY: 'yes',
      PRODUCT_NAME: 'Ringer',
      DEEPGRAM_API_KEY: 'kept for the provider',
    };
    expect(readConfig(environment)).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgres://me@db/calls',
      publicUrl: 'https://calls.example.org',
      processUrl: 'https://calls-1.example.org',
      sipPort: 0,
      rtpPortMin: 20_000,
      rtpPortMax: 20_099,
      roles: new Set(['api', 'jobs']),
      s3: { endpoint: 'http://127.0.0.1:9000', bucket: 'calls', region: 'us-east-1' },
      smtpUrl: undefined,
      drainMs: 5_000,
      trustProxy: true,
      mailFrom: 'Ringer <no-reply@calls.example.org>',
      links: { privacyUrl: 'https://policies.google.com/privacy' },
      environment,
    });
  });

  it('are refused with every problem at once', () => {
    const problems = findProblems({
      PORT: 'http',
      RTP_PORTS: '5000-4000',
      ROLES: 'api,phones',
      DATABASE_URL: 'mysql://x',
      S3_BUCKET: 'calls',
      PARLEY_MODE: 'prod',
    });
    expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
      'DATABASE_URL',
      'PARLEY_MODE',
      'PORT',
      'ROLES',
      'RTP_PORTS',
    ]);
    expect(() => readConfig({ PORT: '70000' })).toThrow(
      'The settings cannot be used:\n  - PORT: must be between 0 and 65535.',
    );
  });

  it('want a certificate and its key together, and a port for them', () => {
    const [SIP_TLS_CERT, SIP_TLS_KEY] = ['package.json', import.meta.filename];
    expect(findProblems({ SIP_TLS_CERT })).toEqual([
      'SIP_TLS_KEY: must be set: a certificate needs its key.',
    ]);
    expect(findProblems({ SIP_TLS_KEY })).toEqual([
      'SIP_TLS_CERT: must be set: a certificate needs its key.',
    ]);
    expect(findProblems({ SIP_TLS_CERT, SIP_TLS_KEY, SIP_PORT: '65535' })).toEqual([
      'SIP_PORT: must be below 65535 with SIP_TLS_CERT: TLS takes the next port.',
    ]);
    expect(findProblems({ SIP_TLS_CERT: 'nowhere.pem', SIP_TLS_KEY, SIP_TLS_CA: 'nowhere.pem' })).toEqual([
      'SIP_TLS_CERT: must be a file that can be read.',
      'SIP_TLS_CA: must be a file that can be read.',
    ]);
    expect(readConfig({ SIP_TLS_CERT, SIP_TLS_KEY }).sipTls).toEqual({
      certificate: resolve('package.json'),
      key: import.meta.filename,
      authorities: undefined,
    });
  });

  it('want all of S3 or nothing of it', () => {
    expect(findProblems({ S3_BUCKET: 'calls', S3_ENDPOINT: 'https://s3.example.org' })).toEqual([
      'S3_ACCESS_KEY: must be set because S3_ENDPOINT is.',
      'S3_SECRET_KEY: must be set because S3_ENDPOINT is.',
    ]);
  });
});

describe('Production', () => {
  const safe = {
    PARLEY_MODE: 'production',
    PUBLIC_URL: 'https://calls.example.org',
    SECRET_KEY: 'kV3rZ0q9Xw1nB7tLm4Yc8HsJd2Fg6PaQ',
  };

  it('starts with safe settings', () => {
    expect(findProblems(safe)).toEqual([]);
    expect(findProblems({ ...safe, PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([]);
    expect(findProblems({ ...safe, HOST: '0.0.0.0', TRUST_PROXY: 'false' })).toEqual([]);
    expect(findProblems({ ...safe, ROLES: 'api', DATABASE_URL: 'postgres://db/calls' })).toEqual([]);
  });

  it.each([
    ['an address without encryption', { PUBLIC_URL: 'http://calls.example.org' }, 'PUBLIC_URL'],
    ['a process reached without encryption', { PROCESS_URL: 'http://calls-1.example.org' }, 'PROCESS_URL'],
    ['no key', { SECRET_KEY: '' }, 'SECRET_KEY'],
    ['a short key', { SECRET_KEY: 'kV3rZ0q9Xw1nB7tL' }, 'SECRET_KEY'],
    ['a key from an example', { SECRET_KEY: 'please-change-me-please-change-me' }, 'SECRET_KEY'],
    ['a key of one letter', { SECRET_KEY: 'a'.repeat(40) }, 'SECRET_KEY'],
    ['an open port without a word about proxies', { HOST: '0.0.0.0' }, 'TRUST_PROXY'],
    ['one role and the embedded database', { ROLES: 'api' }, 'ROLES'],
  ])('refuses %s', (_name, changes, variable) => {
    const problems = findProblems({ ...safe, ...changes });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([variable]);
  });

  it('names everything that is unsafe at once, and never the key', () => {
    const problems = findProblems({
      PARLEY_MODE: 'production',
      SECRET_KEY: 'example-key',
      HOST: '::',
      PUBLIC_URL: 'http://a.example',
    });
    expect(problems.length).toBe(3);
    expect(problems.join()).not.toContain('example-key');
  });
});
