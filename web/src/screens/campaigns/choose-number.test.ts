import { expect, test } from 'vitest';
import { findNumbers, numberChoice } from './choose-number.ts';

const choices = [
  numberChoice({ id: 'num_1', name: 'Primary Line', phone: '+14155550100' }),
  numberChoice({ id: 'num_2', name: 'Shop 2', phone: '+442079460018' }),
];
const found = (search: string) => findNumbers(choices, search).map(({ value }) => value);

test('[WIZ-4] numbers are found by name, and by their digits however they are written', () => {
  expect(found('')).toEqual(['num_1', 'num_2']);
  expect(found('primary')).toEqual(['num_1']);
  expect(found('415 555')).toEqual(['num_1']);
  expect(found('+1 (415) 555-0100')).toEqual(['num_1']);
  expect(found('2079460018')).toEqual(['num_2']);
  expect(found('shop 3')).toEqual([]);
});
