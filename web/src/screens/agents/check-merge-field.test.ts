import { expect, test } from 'vitest';
import { mergeFieldChecks } from './check-merge-field.ts';

test('[MERGE-1] a name is needed, lower-case with single underscores, of 50 characters at most', () => {
  const { field_name } = mergeFieldChecks;
  expect(field_name(' ')).toBe('Field name is required');
  for (const wrong of ['Owner', 'owner name', 'owner__name', '_owner', 'owner_', 'owner2'])
    expect(field_name(wrong)).toBe(
      'Field name must be lowercase with underscores only (e.g., prospect_owner_name)',
    );
  expect(field_name('a'.repeat(51))).toBe('Field name must be 50 characters or less');
  expect(field_name('a'.repeat(50))).toBeNull();
  expect(field_name('prospect_owner_name')).toBeNull();
});

test('[MERGE-1] a description is needed, of 200 characters at most', () => {
  const { field_description } = mergeFieldChecks;
  expect(field_description('  ')).toBe('Field description is required');
  expect(field_description('x'.repeat(201))).toBe('Field description must be 200 characters or less');
  expect(field_description('x'.repeat(200))).toBeNull();
});
