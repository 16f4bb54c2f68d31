import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { trunkFromEnvironment } from './trunk-from-environment.ts';
import { listCodecs, listNumbers, splitHost, trunkSettings } from './trunk-settings.ts';

describe('the form of a trunk', () => {
  test('has a label for every field, and marks both passwords as secret', () => {
    const { properties = {} } = z.toJSONSchema(trunkSettings, { io: 'input' });
    const fields = Object.entries(properties) as [string, { label?: string; secret?: boolean }][];
    expect(fields.length).toBeGreaterThan(10);
    for (const [name, field] of fields) expect(field.label, name).toBeTypeOf('string');
    expect(fields.filter(([, { secret }]) => secret).map(([name]) => name)).toEqual([
      'password',
      'inboundPassword',
    ]);
  });

  test('needs only a server', () => {
    const settings = trunkSettings.parse({ host: 'sip.example.com' });
    expect(settings).toMatchObject({ transport: 'udp', register: false, username: '' });
    expect(listCodecs(settings)).toEqual(['PCMU', 'PCMA', 'G722']);
  });

  test('takes lists as people write them', () => {
    const settings = trunkSettings.parse({
      host: 'sip.example.com:5080',
      numbers: '+14155550123; 14155550124\n4155550125,100, +1 (415) 555-0126, +14155550127 +14155550128',
      codecs: 'g.722, pcma PCMA',
    });
    expect(listNumbers(settings)).toEqual([
      '+14155550123',
      '+14155550124',
      '+14155550125',
      '100',
      '+14155550126',
      '+14155550127',
      '+14155550128',
    ]);
    expect(listCodecs(settings)).toEqual(['G722', 'PCMA']);
    expect(splitHost(settings.host)).toEqual({ host: 'sip.example.com', port: 5080 });
    expect(splitHost('[::1]:5080')).toEqual({ host: '::1', port: 5080 });
  });

  test.each([
    { host: '' },
    { host: 'sip.example.com\r\nVia: x' },
    { host: 'user@sip.example.com' },
    { host: 'h', codecs: 'opus' },
    { host: 'h', port: 0 },
    { host: 'h', outboundProxy: 'a b' },
    { host: 'h', callerId: '"><' },
  ])('refuses %o', (settings) => {
    expect(trunkSettings.safeParse(settings).success).toBe(false);
  });
});

describe('a trunk of the operator', () => {
  test('is read from the environment, and registers when it has a user name', () => {
    expect(trunkFromEnvironment({ PATH: '/bin' })).toBeUndefined();
    expect(trunkFromEnvironment({ SIP_TRUNK_HOST: 'sip.example.com' })).toMatchObject({ register: false });
    expect(
      trunkFromEnvironment({
        SIP_TRUNK_HOST: ' sip.example.com ',
        SIP_TRUNK_PORT: '5080',
        SIP_TRUNK_TRANSPORT: 'TCP',
        SIP_TRUNK_USERNAME: 'alice',
        SIP_TRUNK_PASSWORD: 'secret',
        SIP_TRUNK_NUMBERS: '+14155550123',
      }),
    ).toMatchObject({
      host: 'sip.example.com',
      port: 5080,
      transport: 'tcp',
      username: 'alice',
      password: 'secret',
      register: true,
      numbers: '+14155550123',
    });
    expect(
      trunkFromEnvironment({ SIP_TRUNK_HOST: 'h', SIP_TRUNK_USERNAME: 'alice', SIP_TRUNK_REGISTER: 'false' }),
    ).toMatchObject({ register: false });
  });

  test('names the variable that cannot be used', () => {
    expect(() => trunkFromEnvironment({ SIP_TRUNK_HOST: 'h', SIP_TRUNK_PORT: 'x' })).toThrow(
      'SIP_TRUNK_PORT',
    );
    expect(() => trunkFromEnvironment({ SIP_TRUNK_HOST: 'h', SIP_TRUNK_OUTBOUND_PROXY: 'a b' })).toThrow(
      'SIP_TRUNK_OUTBOUND_PROXY',
    );
  });
});
