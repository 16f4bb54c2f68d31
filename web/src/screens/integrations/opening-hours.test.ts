import { expect, test } from 'vitest';
import {
  addOpening,
  copyToWorkdays,
  findHoursProblem,
  fromEndField,
  type Hours,
  toField,
} from './opening-hours.ts';

const week = (monday: Hours[number]): Hours => [monday, [], [], [], [], [], []];

test('hours that cannot be are told with their day', () => {
  expect(findHoursProblem(week([{ from: '09:00', until: '17:00' }]))).toBeNull();
  expect(
    findHoursProblem(
      week([
        { from: '13:00', until: '24:00' },
        { from: '09:00', until: '12:00' },
      ]),
    ),
  ).toBeNull();
  expect(findHoursProblem(week([{ from: '17:00', until: '09:00' }]))).toBe(
    'Monday: the end must be after the start.',
  );
  expect(findHoursProblem(week([{ from: '', until: '09:00' }]))).toBe('Monday: please give both times.');
  expect(
    findHoursProblem(
      week([
        { from: '08:00', until: '12:00' },
        { from: '11:00', until: '13:00' },
      ]),
    ),
  ).toBe('Monday: the hours overlap.');
  expect(findHoursProblem(week([]))).toBe('Please open at least one day.');
});

test('another opening follows the last one and never breaks the rules by itself', () => {
  expect(addOpening([])).toEqual([{ from: '09:00', until: '17:00' }]);
  expect(addOpening([{ from: '09:00', until: '12:00' }]).at(-1)).toEqual({ from: '13:00', until: '15:00' });
  for (let hour = 1; hour < 22; hour += 1) {
    const until = `${String(hour).padStart(2, '0')}:30`;
    expect(findHoursProblem(week(addOpening([{ from: '00:00', until }])))).toBeNull();
  }
});

test('midnight as an end is shown as 00:00 and kept as 24:00', () => {
  expect(toField('24:00')).toBe('00:00');
  expect(fromEndField('00:00')).toBe('24:00');
  expect(fromEndField(toField('17:30'))).toBe('17:30');
});

test('the hours of Monday are copied to working days only', () => {
  const hours = copyToWorkdays(week([{ from: '08:00', until: '10:00' }]));
  expect(hours.map((day) => day.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
});
