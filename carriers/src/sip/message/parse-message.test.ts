import { describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './message.ts';
import { formatMessage } from './message.ts';
import type { Parsed } from './parse-message.ts';
import { parseDatagram } from './parse-message.ts';
import { buildResponse } from './response.ts';

/** A datagram from lines, with the empty line that ends its headers. */
function parse(lines: readonly string[], body = ''): Parsed {
  return parseDatagram(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`));
}

function requestOf(parsed: Parsed): ReceivedRequest {
  if (parsed.message?.kind !== 'request') throw new Error(`No request: ${parsed.fault}`);
  return parsed.message;
}

const wellFormed = [
  'INVITE sip:+14155550123@127.0.0.1 SIP/2.0',
  'Via: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bKabc',
  'Max-Forwards: 70',
  'From: "A" <sip:a@127.0.0.1>;tag=1',
  'To: <sip:+14155550123@127.0.0.1>',
  'Call-ID: c1@127.0.0.1',
  'CSeq: 1 INVITE',
];

/** The well-formed request with the line that begins with `start` replaced, or left out. */
function withLine(start: string, replacement?: string): string[] {
  return wellFormed.flatMap((line) => (line.startsWith(start) ? (replacement ?? []) : line));
}

describe('a request is understood', () => {
  test('with compact names, odd case, folded lines and spaces everywhere (RFC 4475 section 3.1.1.1)', () => {
    const request = requestOf(
      parse([
        'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
        'TO :',
        ' sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
        'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
        '  ;',
        '  tag = 98asjd8',
        'MaX-fOrWaRdS: 0068',
        'Call-ID: wsinv.ndaksdj@192.0.2.1',
        'Content-Length   : 0',
        'cseq: 0009',
        '  INVITE',
        'Via  : SIP  /   2.0',
        ' /UDP',
        '    192.0.2.2;branch=390skdjuw',
        's :',
        'NewFangledHeader:   newfangled value',
        ' continued newfangled value',
        'UnknownHeaderWithUnusualValue: ;;,,;;,;',
        'Route:',
        ' <sip:services.example.com;lr;unknownwith=value;unknown-no-value>',
        'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
        '  branch  =   z9hG4bK9ikj8  ,',
        ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=',
        ' z9hG4bK30239',
        'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
        '      newvalue ;',
        '  secondparam ; q = 0.33',
      ]),
    );
    expect(request.to.parameters.get('tag')).toBe('1918181833n');
    expect(request.from.display).toBe('J Rosenberg \\"');
    expect(request.from.uri).toBe('sip:jdrosen@example.com');
    expect(request.cseq).toEqual({ number: 9, method: 'INVITE' });
    expect(request.headers.list('via')).toHaveLength(3);
    expect(request.via).toMatchObject({ protocol: 'UDP', host: '192.0.2.2', port: undefined });
    expect(request.headers.find('contact')).toContain('q = 0.33');
  });

  test('with every character a method and a user may have (section 3.1.1.2)', () => {
    const method = "!interesting-Method0123456789_*+`.%indeed'~";
    const uri =
      "sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com";
    const request = requestOf(
      parse([
        `${method} ${uri} SIP/2.0`,
        "Via: SIP/2.0/TCP host1.example.com;branch=z9hG4bK-.!%66*_+`'~",
        'To: "BEL:\\\u0007 NUL:\\\u0000 DEL:\\\u007F" <sip:1_unusual.URI~(to-be!sure)@example.com>',
        "From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam='hu';tag=_token~1'+`*%!-.",
        'Call-ID: intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
        `CSeq: 139122385 ${method}`,
        'Max-Forwards: 255',
      ]),
    );
    expect(request.method).toBe(method);
    expect(request.from.uri).toBe('sip:mundane@example.com');
  });

  test('with an escaped NUL in the user (section 3.1.1.4) and a semicolon in it (section 3.1.1.9)', () => {
    const escaped = requestOf(parse(withLine('INVITE', 'INVITE sip:null-%00-null@example.com SIP/2.0')));
    expect(escaped.uri).toBe('sip:null-%00-null@example.com');
    const semicolon = requestOf(parse(withLine('To', 'To: <sip:user;par=u%40example.net@example.com>')));
    expect(semicolon.to.parsedUri).toMatchObject({ user: 'user', host: 'example.com' });
  });

  test('without the data behind its body (section 3.1.1.8)', () => {
    const request = requestOf(parse([...wellFormed, 'Content-Length: 3'], 'abcREGISTER sip:x SIP/2.0'));
    expect(request.body).toBe('abc');
  });

  test('with unknown transports and IPv6 in Via (section 3.1.1.10)', () => {
    const request = requestOf(
      parse([
        ...withLine('Via', 'Via: SIP/2.0/UNKNOWN [2001:db8::9]:5070;branch=z9hG4bKa'),
        'Via: SIP/2.0/SCTP t1',
      ]),
    );
    expect(request.via).toMatchObject({ protocol: 'UNKNOWN', host: '2001:db8::9', port: 5070 });
  });

  test('when it is a response with an empty or a foreign reason (sections 3.1.1.12 and 3.1.1.13)', () => {
    for (const line of ['SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять - простое', 'SIP/2.0 100 ']) {
      const parsed = parse([line, ...wellFormed.slice(1)]);
      expect(parsed.message?.kind, line).toBe('response');
    }
  });
});

describe('a faulty request is refused', () => {
  test.each<[string, string[], number]>([
    ['Content-Length beyond the datagram (section 3.1.2.2)', [...wellFormed, 'Content-Length: 9999'], 400],
    ['a negative Content-Length (section 3.1.2.3)', [...wellFormed, 'Content-Length: -999'], 400],
    [
      'a sequence number of 2^32 (section 3.1.2.4)',
      withLine('CSeq', 'CSeq: 36893488147419103232 INVITE'),
      400,
    ],
    [
      'quotes that do not close (section 3.1.2.6)',
      withLine('To', 'To: "Mr. J. User <sip:j.user@example.com>'),
      400,
    ],
    [
      'a Request-URI in brackets (section 3.1.2.7)',
      withLine('INVITE', 'INVITE <sip:user@example.com> SIP/2.0'),
      400,
    ],
    [
      'spaces in the Request-URI (section 3.1.2.8)',
      withLine('INVITE', 'INVITE sip:user@example.com; lr SIP/2.0'),
      400,
    ],
    [
      'many spaces in the start line (section 3.1.2.9)',
      withLine('INVITE', 'INVITE  sip:user@example.com  SIP/2.0'),
      400,
    ],
    [
      'spaces behind the start line (section 3.1.2.10)',
      withLine('INVITE', 'INVITE sip:user@example.com SIP/2.0  '),
      400,
    ],
    ['another version (section 3.1.2.16)', withLine('INVITE', 'INVITE sip:user@example.com SIP/7.0'), 505],
    ['a method unlike that of CSeq (section 3.1.2.17)', withLine('CSeq', 'CSeq: 8 OPTIONS'), 400],
    [
      'no Call-ID, From or To (section 3.3.1)',
      wellFormed.filter((line) => !/^(Call-ID|From|To)/.test(line)),
      400,
    ],
    ['two From and two To (section 3.3.8)', [...wellFormed, 'From: <sip:b@h>;tag=2', 'To: <sip:c@h>'], 400],
    ['two Content-Length (section 3.3.9)', [...wellFormed, 'Content-Length: 0', 'Content-Length: 5'], 400],
    ['Max-Forwards of 300', withLine('Max-Forwards', 'Max-Forwards: 300'), 400],
  ])('for %s', (_, lines, status) => {
    expect(parse(lines)).toMatchObject({ refusal: { status } });
  });

  test('in silence where nobody could be answered: no Via, no start line, no end of headers', () => {
    expect(parse(withLine('Via'))).toMatchObject({ refusal: undefined });
    expect(parse(['hello', ...wellFormed])).toMatchObject({ refusal: undefined });
    expect(parseDatagram(Buffer.from(wellFormed.join('\r\n')))).toMatchObject({ refusal: undefined });
  });

  test('in silence when it is a response: a status of 4294967301 (section 3.1.2.19), or no branch', () => {
    const bigCode = parse(['SIP/2.0 4294967301 better not break the receiver', ...wellFormed.slice(1)]);
    expect(bigCode).toMatchObject({ refusal: undefined });
    const noBranch = parse(['SIP/2.0 200 OK', ...withLine('Via', 'Via: SIP/2.0/UDP 127.0.0.1').slice(1)]);
    expect(noBranch).toMatchObject({ refusal: undefined });
  });

  test('when it has more headers than any real one', () => {
    expect(parse([...wellFormed, ...Array.from({ length: 300 }, (_, index) => `X-${index}: 1`)]).fault).toBe(
      'too many headers',
    );
  });
});

describe('what we write', () => {
  test('can hold no header that came inside a value', () => {
    const request = requestOf(parse(wellFormed));
    request.headers.set('subject', 'a\r\nRoute: <sip:evil@example.com>\r\n\r\nBYE');
    const text = formatMessage(request);
    expect(text).toContain('Subject: a Route: <sip:evil@example.com> BYE\r\n');
    expect(text).not.toMatch(/^Route:/m);
  });

  test('has the length of the body in bytes, not in characters', () => {
    expect(formatMessage({ ...requestOf(parse(wellFormed)), body: 'é' })).toContain(
      'Content-Length: 2\r\n\r\né',
    );
  });

  test('as a response goes back by the same Vias, with a tag of ours where there was none', () => {
    const request = requestOf(parse([...wellFormed, 'v: SIP/2.0/UDP b;branch=z9hG4bKb']));
    const response = buildResponse(request, 404, { toTag: 'ours' });
    expect(response.headers.list('via')).toEqual(request.headers.list('via'));
    expect(response.headers.find('to')).toBe('<sip:+14155550123@127.0.0.1>;tag=ours');
    expect(buildResponse(request, 100).headers.find('to')).toBe('<sip:+14155550123@127.0.0.1>');
    const named = requestOf(parse(withLine('To', 'To: "x;tag=1" <sip:b@h;tag=2>;tag=theirs')));
    expect(buildResponse(named, 200, { toTag: 'ours' }).headers.find('to')).toMatch(/;tag=theirs$/);
  });
});
