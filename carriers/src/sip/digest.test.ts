import { describe, expect, test } from 'vitest';
import { computeDigest, DigestClient, parseDigest } from './digest.ts';
import { DigestServer } from './digest-server.ts';
import { SipHeaders } from './message/headers.ts';
import type { ReceivedResponse, SipRequest } from './message/message.ts';
import { TestingScheduler } from './testing/testing-scheduler.ts';

function request(method = 'INVITE'): SipRequest {
  return {
    kind: 'request',
    method,
    uri: 'sip:+14155550123@trunk.example',
    headers: new SipHeaders(),
    body: '',
  };
}

function refusal(status: number, ...challenges: string[]): ReceivedResponse {
  const headers = new SipHeaders().set(
    status === 407 ? 'proxy-authenticate' : 'www-authenticate',
    ...challenges,
  );
  return { kind: 'response', status, reason: '', headers, body: '' } as unknown as ReceivedResponse;
}

function openServer(scheduler = new TestingScheduler()) {
  const accounts = [{ account: 'trunk', password: 'secret' }];
  return {
    scheduler,
    server: new DigestServer<string>({
      realm: 'parley',
      scheduler,
      listAccounts: (username) => (username === 'alice' ? accounts : []),
    }),
  };
}

describe('a digest', () => {
  test('is that of RFC 2617 section 3.5', () => {
    expect(
      computeDigest({
        algorithm: 'MD5',
        username: 'Mufasa',
        password: 'Circle Of Life',
        realm: 'testrealm@host.com',
        nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
        method: 'GET',
        uri: '/dir/index.html',
        qop: { cnonce: '0a4f113b', nonceCount: '00000001' },
      }),
    ).toBe('6629fae49393a05397450978507c4ef1');
  });

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const)('with %s is that of RFC 7616 section 3.9.1', (algorithm, response) => {
    expect(
      computeDigest({
        algorithm,
        username: 'Mufasa',
        password: 'Circle of Life',
        realm: 'http-auth@example.org',
        nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
        method: 'GET',
        uri: '/dir/index.html',
        qop: { cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', nonceCount: '00000001' },
      }),
    ).toBe(response);
  });

  test('of another scheme is not read', () => {
    expect(parseDigest('Basic abc')).toBeUndefined();
    expect(parseDigest('Digest realm="a, \\"b\\"", qop=auth , NC=1')).toEqual(
      new Map([
        ['realm', 'a, "b"'],
        ['qop', 'auth'],
        ['nc', '1'],
      ]),
    );
  });
});

describe('our side at a trunk', () => {
  test('counts the nonce up from request to request, and is let in each time', () => {
    const { server } = openServer();
    const client = new DigestClient({ username: 'alice', password: 'secret' });
    const first = request();
    client.authorize(first);
    expect(first.headers.has('authorization')).toBe(false);
    expect(client.learn(refusal(401, ...server.challenge(false)), first)).toBe(true);
    for (const count of ['00000001', '00000002', '00000003']) {
      const next = request('BYE');
      client.authorize(next);
      expect(next.headers.find('authorization')).toContain(`nc=${count}`);
      expect(server.verify(next)).toEqual({ isAllowed: true, account: 'trunk' });
    }
  });

  test('answers the topmost challenge that it can, and skips schemes it does not know', () => {
    const client = new DigestClient({ username: 'alice', password: 'secret' });
    client.learn(
      refusal(
        407,
        'Negotiate xyz',
        'Digest realm="r", nonce="n", algorithm=SHA-512-256, qop="auth"',
        'Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth-int,auth", opaque="o"',
        'Digest realm="r", nonce="n", algorithm=MD5',
      ),
      request(),
    );
    const next = request();
    client.authorize(next);
    expect(next.headers.list('proxy-authorization')).toHaveLength(1);
    expect(next.headers.find('proxy-authorization')).toMatch(/algorithm=SHA-256, opaque="o", qop=auth/);
  });

  test('gives up on a wrong password, and tries again on a stale nonce', () => {
    const client = new DigestClient({ username: 'alice', password: 'wrong' });
    const challenge = (nonce: string, more = '') =>
      refusal(401, `Digest realm="r", nonce="${nonce}", qop="auth"${more}`);
    expect(client.learn(challenge('a'), request())).toBe(true);
    const second = request();
    client.authorize(second);
    expect(client.learn(challenge('b'), second)).toBe(false);
    expect(client.learn(challenge('c', ', stale=TRUE'), second)).toBe(true);
    const third = request();
    client.authorize(third);
    expect(client.learn(challenge('c', ', stale=true'), third)).toBe(false);
  });

  test('answers a trunk and its proxy in one request', () => {
    const client = new DigestClient({ username: 'alice', password: 'secret' });
    client.learn(refusal(407, 'Digest realm="proxy", nonce="p"'), request());
    client.learn(refusal(401, 'Digest realm="trunk", nonce="t"'), request());
    const next = request();
    client.authorize(next);
    expect(next.headers.find('proxy-authorization')).toContain('realm="proxy"');
    expect(next.headers.find('authorization')).toContain('realm="trunk"');
  });

  test('cannot be talked into signing for ever more realms', () => {
    const client = new DigestClient({ username: 'alice', password: 'secret' });
    const realms = Array.from({ length: 50 }, (_, index) => `Digest realm="r${index}", nonce="n"`);
    client.learn(refusal(401, ...realms), request());
    const next = request();
    client.authorize(next);
    expect(next.headers.list('authorization')).toHaveLength(4);
  });
});

describe('our side towards trunks that ring us', () => {
  function answer(server: DigestServer<string>, password = 'secret', algorithm = 0): SipRequest {
    const client = new DigestClient({ username: 'alice', password });
    client.learn(refusal(401, server.challenge(false)[algorithm] ?? ''), request());
    const next = request();
    client.authorize(next);
    return next;
  }

  test('takes SHA-256 and MD5', () => {
    const { server } = openServer();
    expect(server.verify(answer(server, 'secret', 0)).isAllowed).toBe(true);
    expect(server.verify(answer(server, 'secret', 1)).isAllowed).toBe(true);
  });

  test('refuses no password, a wrong one, another method, and a request that is played again', () => {
    const { server } = openServer();
    expect(server.verify(request())).toEqual({ isAllowed: false, isStale: false });
    expect(server.verify(answer(server, 'guess'))).toEqual({ isAllowed: false, isStale: false });
    const good = answer(server);
    expect(server.verify({ ...good, method: 'BYE' })).toEqual({ isAllowed: false, isStale: false });
    expect(server.verify(good).isAllowed).toBe(true);
    expect(server.verify(good)).toEqual({ isAllowed: false, isStale: true });
  });

  test('says that a nonce is too old after five minutes, or that it is not its own', () => {
    const { server, scheduler } = openServer();
    const late = answer(server);
    scheduler.advance(300_001);
    expect(server.verify(late)).toEqual({ isAllowed: false, isStale: true });
    expect(server.verify(answer(openServer().server))).toEqual({ isAllowed: false, isStale: true });
  });
});
