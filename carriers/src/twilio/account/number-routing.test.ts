import { describe, expect, test } from 'vitest';
import { describeUnreachable, readNumbers, routeNumber } from './number-routing.ts';

const ours = 'https://calls.example.org/api/v1/carriers/twilio/conn_1/voice';
const status = 'https://calls.example.org/api/v1/carriers/twilio/conn_1/status';
const entry = (more: object = {}) => ({
  sid: `PN${'a'.repeat(32)}`,
  phone_number: '+14155550142',
  voice_url: ours,
  status_callback: status,
  voice_application_sid: '',
  trunk_sid: null,
  capabilities: { voice: true },
  ...more,
});
const route = (more: object) => {
  const [number] = readNumbers([entry(more)]);
  return (
    number &&
    routeNumber(number, { voiceUrl: ours, statusUrl: status, isOurs: (url) => url.includes('/conn_0/voice') })
  );
};

describe('what is done with a number of an account', () => {
  test.each([
    ['rings here already', {}, 'keep'],
    ['was led here without news of its calls', { status_callback: '' }, 'lead'],
    ['leads nowhere', { voice_url: '' }, 'lead'],
    ['has no voice URL at all', { voice_url: null }, 'lead'],
    ['plays the demo', { voice_url: 'https://demo.twilio.com/welcome/voice/' }, 'lead'],
    ['led to a connection that is no more', { voice_url: 'https://old.example/conn_0/voice' }, 'lead'],
    ['serves something else', { voice_url: 'https://other.example/voice' }, 'leave'],
    ['only looks like the demo', { voice_url: 'https://demo.twilio.com.evil.example/' }, 'leave'],
    ['belongs to an application', { voice_url: '', voice_application_sid: 'AP1' }, 'leave'],
    ['belongs to a SIP trunk', { voice_url: '', trunk_sid: 'TK1' }, 'leave'],
  ])('one that %s', (_what, more, expected) => {
    expect(route(more)).toBe(expected);
  });

  test.each([
    ['takes no calls', { capabilities: { voice: false } }],
    ['is a short code', { phone_number: '12345' }],
    ['has no name', { sid: 'PN1' }],
  ])('one that %s is none', (_what, more) => {
    expect(readNumbers([entry(more), null, 7, 'x'])).toEqual([]);
  });
});

describe('whether Twilio reaches the server', () => {
  const real = 'https://api.twilio.com';
  test.each([
    'http://localhost:3000',
    'https://localhost',
    'https://192.168.1.20',
    'https://10.0.0.7:8443',
    'https://172.20.1.1',
    'https://[::1]:3000',
    'https://parley.local',
    'https://parley',
  ])('%s means nothing outside', (publicUrl) => {
    expect(describeUnreachable(publicUrl, real)).toContain('is an address of your own network');
  });

  test('sound needs a secure connection', () => {
    expect(describeUnreachable('http://calls.acme.com', real)).toContain('secure connections only');
    expect(describeUnreachable('https://calls.acme.com', real)).toBeUndefined();
    expect(describeUnreachable('https://203.0.113.7', real)).toBeUndefined();
  });

  test('a stand-in on this machine reaches it anyway', () => {
    expect(describeUnreachable('http://localhost:3000', 'http://127.0.0.1:4010')).toBeUndefined();
  });
});
