import { AppError } from '@parley/contract/errors';
import { expect, test } from 'vitest';
import { refusedSettings } from './settings-refusals.ts';

test('what the server refuses is told at its field', () => {
  const refused = AppError.withDetails(
    'input_invalid',
    [
      { field: 'rules.holidays.3', message: 'No date.' },
      { field: 'rules.retry_after_minutes.busy', message: 'Too long.' },
      { field: 'phone_number_ids', message: 'Too many.' },
      { field: 'constructor', message: 'Not of this form.' },
    ],
    { fields: 'rules' },
  );
  expect(refusedSettings(refused)).toEqual({
    holidays: 'No date.',
    'retry.busy': 'Too long.',
    numberIds: 'Too many.',
  });
  expect(Object.keys(refusedSettings(AppError.of('campaign_hours_empty')))).toEqual(['endTime']);
  expect(Object.keys(refusedSettings(AppError.of('number_not_found', { id: 'num_1' })))).toEqual([
    'numberIds',
  ]);
  expect(refusedSettings(AppError.of('network'))).toEqual({});
  expect(refusedSettings(new Error('no answer'))).toEqual({});
});
