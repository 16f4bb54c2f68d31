import { describe, expect, it } from 'vitest';
import { inspectSql, quoteName } from './inspect-sql.ts';

describe('A statement', () => {
  it.each([
    'copy t from stdin',
    'COPY public.t (a, b) FROM STDIN WITH (FORMAT csv)',
    'select 1; copy t from\n  stdin;',
    'copy /* from program */ t from -- here\n stdin',
    `copy t from stdin (delimiter ';')`,
    `copy "from t" from stdin`,
  ])('that reads from the client is found: %s', (sql) => {
    expect(inspectSql(sql).copiesFromClient).toBe(true);
  });

  it.each([
    `select 'copy t from stdin'`,
    `select $$copy t from stdin$$`,
    `select $body$copy t from stdin$body$`,
    `select e'it\\'s: copy t from stdin'`,
    `-- copy t from stdin\nselect 1`,
    `/* copy t from stdin */ select 1`,
    `select "copy t from stdin" from x`,
    'copy t to stdout',
    `copy t from '/tmp/stdin.csv'`,
    'select stdin from t',
  ])('that only speaks of it is not: %s', (sql) => {
    expect(inspectSql(sql).copiesFromClient).toBe(false);
  });

  it('names the channels it listens to, folded as PostgreSQL folds them', () => {
    expect(inspectSql('LISTEN News').listens).toEqual(['news']);
    expect(inspectSql('listen "News"; listen "say ""hi"""').listens).toEqual(['News', 'say "hi"']);
    expect(inspectSql(`select 'listen a'`).listens).toEqual([]);
    expect(inspectSql(`listen ${'x'.repeat(70)}`).listens).toEqual(['x'.repeat(63)]);
  });

  it('names what it stops listening to when it does nothing else', () => {
    expect(inspectSql('unlisten *').unlistens).toBe('*');
    expect(inspectSql(' UNLISTEN News ; ').unlistens).toBe('news');
    expect(inspectSql('unlisten "News"')).toEqual({
      copiesFromClient: false,
      listens: [],
      unlistens: 'News',
    });
    expect(inspectSql('unlisten a; select 1').unlistens).toBeUndefined();
  });

  it('gets back from a quoted name what was quoted', () => {
    for (const name of ['plain', 'With "quotes"', 'ünï']) {
      expect(inspectSql(`listen ${quoteName(name)}`).listens).toEqual([name]);
    }
  });
});
