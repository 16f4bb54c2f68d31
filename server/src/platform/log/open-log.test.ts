import { describe, expect, it } from 'vitest';
import { type LogOptions, openLog } from './open-log.ts';

function collect(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = openLog({ level: 'debug', write: (line) => void lines.push(line), ...options });
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('The log', () => {
  it('writes a line of JSON with time, level, sentence and fields', () => {
    const { log, lines, entries } = collect();
    log.child({ callId: 'call_1' }).info('A call ended.', { durationMs: 1200, isOutbound: false });
    expect(lines[0]).toMatch(/\n$/);
    expect(entries()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      sentence: 'A call ended.',
      callId: 'call_1',
      durationMs: 1200,
      isOutbound: false,
    });
  });

  it('leaves out what is below its level', () => {
    const { log, entries } = collect({ level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(entries().map(({ level }) => level)).toEqual(['warn', 'error']);
    expect(collect({ level: 'silent' }).lines).toEqual([]);
  });

  it('masks fields that look personal or secret, at any depth', () => {
    const { log, entries } = collect();
    log.info('x', {
      email: 'ann@example.org',
      phoneNumber: '+15550100',
      firstName: 'Ann',
      to: 'someone',
      apiKey: 'k',
      nested: [{ transcript: 'hello', password: 'p', authorization: 'Bearer x', turns: 3 }],
      callId: 'call_1',
      isEmailVerified: true,
    });
    const mask = '[redacted]';
    expect(entries()[0]).toMatchObject({
      email: mask,
      phoneNumber: mask,
      firstName: mask,
      to: mask,
      apiKey: mask,
      nested: [{ transcript: mask, password: mask, authorization: mask, turns: 3 }],
      callId: 'call_1',
      isEmailVerified: true,
    });
  });

  it('masks addresses, phone numbers and URL passwords inside texts, and nothing else', () => {
    const { log, entries } = collect();
    log.info('x', {
      reason: 'no route to +1 (415) 555-0123 or 415.555.0123 for ann.b@example.org',
      url: 'postgres://me:hunter2@db:5432/calls',
      at: '2026-11-21T09:30:00.123Z',
      address: '192.168.100.200:5070',
      id: 'call_0123456789abcdefghijkl',
    });
    expect(entries()[0]).toMatchObject({
      reason: 'no route to [redacted] or [redacted] for [redacted]',
      url: 'postgres://me:***@db:5432/calls',
      at: '2026-11-21T09:30:00.123Z',
      address: '192.168.100.200:5070',
      id: 'call_0123456789abcdefghijkl',
    });
  });

  it('writes errors with code, stack and cause, without the values of a query', () => {
    const { log, lines, entries } = collect();
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.org)',
    });
    log.error('It failed.', {
      error: new Error('Failed query: insert into t\nparams: ann,secret', { cause }),
    });
    expect(entries()[0]?.['error']).toMatchObject({
      type: 'Error',
      message: 'Failed query: insert into t',
      stack: expect.stringContaining('    at '),
      cause: { message: 'duplicate key', code: '23505' },
    });
    expect(lines[0]).not.toMatch(/ann|secret/);
  });

  it('bears anything it is given', () => {
    const { log, entries } = collect();
    const ring: Record<string, unknown> = { n: 10n };
    ring['ring'] = ring;
    log.info('x', {
      ring,
      long: 'x'.repeat(10_000),
      list: Array.from({ length: 500 }, (_, n) => n),
      none: undefined,
    });
    expect(entries()[0]).toMatchObject({ ring: { n: '10' } });
    expect(JSON.stringify(entries()[0]).length).toBeLessThan(5_000);
  });

  it('writes a readable line to a person', () => {
    const { log, lines } = collect({ isPretty: true });
    log.warn('Slow.', { ms: 12, error: new Error('broken') });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
    const plain = lines[0]?.replace(/\x1b\[\d+m/g, '') ?? '';
    expect(plain).toMatch(/^\d\d:\d\d:\d\d\.\d{3} warn {2}Slow\. ms=12 error="broken"\n {4}at /);
  });
});
