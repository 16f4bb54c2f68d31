import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('an error of ours keeps its sentence, its cause and where it came from', () => {
  const fields = describeError(new Error('The storage is full.', { cause: new Error('ENOSPC') }));
  expect(fields).toMatchObject({ error: 'Error', reason: 'The storage is full.', cause: 'ENOSPC' });
  expect(fields['stack']).toContain('describe-error.test.ts');
});

test('a failed query keeps codes and names of things, never its parameters', () => {
  const refused = Object.assign(new Error('duplicate key value: ada@example.com'), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'users_email_key',
    table: 'users',
  });
  const fields = describeError(new DrizzleQueryError('insert into users', ['ada@example.com'], refused));
  expect(fields).toMatchObject({ databaseCode: '23505', constraint: 'users_email_key', table: 'users' });
  expect(JSON.stringify(fields)).not.toContain('ada@');
});

test('a query that never reached the database says why, without its parameters', () => {
  const fields = describeError(
    new DrizzleQueryError('select 1', ['ada@example.com'], new Error('connect ECONNREFUSED')),
  );
  expect(fields['cause']).toBe('connect ECONNREFUSED');
  expect(JSON.stringify(fields)).not.toContain('ada@');
});

test('what is no error is told by its type alone', () => {
  expect(describeError('secret text')).toEqual({ error: 'string' });
});
